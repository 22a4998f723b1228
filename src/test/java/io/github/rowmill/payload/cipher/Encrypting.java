package io.github.rowmill.payload.cipher;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.operate.trace.TestTelemetry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * An application that encrypts payloads, and had another key before. A task and its enqueue are one trace. Only
 * {@code OddValuesTest} has tasks in quarantine. After it, the node does not clear for such tasks for up to a minute.
 */
public class Encrypting extends ByHand {

    static final String KEY = "kX0hUYk0m3mQyBPv2CqZ1yq0d8bq7oC6O9yGv5m0t1g=";
    static final String FORMER = "b3vJH0S2Xl9m5w1Wz4k6Q7t8r9Y0u1I2o3P4a5S6d7E=";

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
        settings.put("rowmill.payload.encryption.key", KEY);
        settings.put("rowmill.payload.encryption.former-keys", FORMER);
        settings.put("rowmill.context.trace", "parent");
        return settings;
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(TestTelemetry.class);
    }
}
