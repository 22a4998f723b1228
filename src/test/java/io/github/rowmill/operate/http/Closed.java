package io.github.rowmill.operate.http;

import io.github.rowmill.engine.ByHand;
import java.util.HashMap;
import java.util.Map;

/**
 * An application without API and dashboard. No other test of it claims beside {@code OddValuesTest}, after which the node
 * remembers for half a minute that it has met suspects in vain.
 */
public class Closed extends ByHand {

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
        settings.put("rowmill.api.enabled", "false");
        settings.put("rowmill.dashboard.enabled", "false");
        return settings;
    }
}
