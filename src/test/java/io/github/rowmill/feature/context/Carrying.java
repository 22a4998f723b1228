package io.github.rowmill.feature.context;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.operate.trace.TestTelemetry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * An application that carries all kinds of context: OpenTelemetry, security, a tenant, and a key of the MDC. Its
 * settings declare rules of a queue, keep the log of probes, and warn if a statement runs outside of a transaction.
 */
public class Carrying extends ByHand {

    static final String KEY = "QhPqg4kI9bqQWb0WDSsWMWy0kzbAyPMb8XULdXTMW5s=";
    static final String FORMER = "zN2bkJmjnq3qLvRBw9b4dCX7Y0cgY0pLxkJd2rN8M1g=";

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
        settings.put("rowmill.context.mdc", "requestId");
        settings.put("rowmill.context.identity", "true");
        settings.put("rowmill.context.key", KEY);
        settings.put("rowmill.context.former-keys", FORMER);
        settings.put("rowmill.queues.\"declared\".rules.concurrency", "5");
        settings.put("rowmill.queues.\"declared\".rules.rate", "100");
        settings.put("rowmill.queues.\"declared\".rules.rate-period", "1m");
        settings.put("rowmill.queues.\"declared\".rules.weight", "3");
        settings.put("rowmill.queues.\"declared\".rules.key-weights.\"customer-7\"", "4");
        settings.put("rowmill.log.capture", "probe,probe-tx");
        settings.put("rowmill.log.max-size", "1K");
        settings.put("quarkus.datasource.jdbc.transaction-requirement", "warn");
        return settings;
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(TestTelemetry.class, TestSecurity.class, TestSecurity.Asked.class, TenantCarrier.class);
    }
}
