package io.github.rowmill.operate.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Drops the meters of an application that ran before with the same class loader. A gauge would go on reading the
 * beans of that application. Quarkus drops meters in dev mode, but not in tests.
 */
@Singleton
class FreshMeters {

    void clear(@Observes @Priority(Integer.MIN_VALUE) StartupEvent start, MeterRegistry registry) {
        List.copyOf(registry.getMeters()).stream()
                .filter(meter -> meter.getId().getName().startsWith("rowmill."))
                .forEach(registry::remove);
    }
}
