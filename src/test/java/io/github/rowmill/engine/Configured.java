package io.github.rowmill.engine;

import java.util.HashMap;
import java.util.Map;

/** An application whose settings declare rules of a queue, and keep what probes log. */
public class Configured extends ByHand {

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
        settings.put("rowmill.queues.\"declared\".rules.concurrency", "5");
        settings.put("rowmill.queues.\"declared\".rules.rate", "100");
        settings.put("rowmill.queues.\"declared\".rules.rate-period", "1m");
        settings.put("rowmill.queues.\"declared\".rules.weight", "3");
        settings.put("rowmill.queues.\"declared\".rules.key-weights.\"customer-7\"", "4");
        settings.put("rowmill.log.capture", "probe,probe-tx");
        settings.put("rowmill.log.max-size", "1K");
        return settings;
    }
}
