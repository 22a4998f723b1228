package io.github.rowmill.engine;

import io.github.rowmill.operate.http.Guarded;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node that works on some queues and types only, has a name, and keeps no completed tasks. Callers may enqueue at a
 * rate so low that no token comes back while a test runs. Tests run the rounds.
 */
public class Special extends Guarded {

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new TreeMap<>(new ByHand().getConfigOverrides());
        settings.putAll(super.getConfigOverrides());
        settings.put("rowmill.operator-id", "special");
        settings.put("rowmill.only-queues", "default,mail");
        settings.put("rowmill.only-types", "noop,event,probe,probe-tx,probe-shared");
        settings.put("rowmill.claim-batch", "2");
        settings.put("rowmill.retention.completed", "0");
        settings.put("rowmill.types.probe.max-attempts", "1");
        settings.put("rowmill.api.enqueue-rate", "1");
        settings.put("rowmill.api.enqueue-burst", "1000");
        return settings;
    }
}
