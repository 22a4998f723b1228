package io.github.rowmill.feature.context;

import io.github.rowmill.api.ContextCarrier;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.text.Printable;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jboss.logging.MDC;

/** Carries entries of the MDC whose keys are named by configuration. */
@Singleton
class MdcCarrier implements ContextCarrier {

    private final Set<String> keys;

    MdcCarrier(RowmillConfig config) {
        this.keys = config.context().mdc().orElse(Set.of());
    }

    @Override
    public String name() {
        return "mdc";
    }

    /**
     * Makes the values fit for a row, because such a value is often a request header. No value causes an enqueue
     * to fail.
     */
    @Override
    public Map<String, String> capture() {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Map<String, String> values = new TreeMap<>();
        for (String key : keys) {
            Object value = MDC.get(key);
            if (value != null) {
                values.put(key, Printable.of(value.toString()));
            }
        }
        return values;
    }

    /** Restores only the configured keys, so that a row cannot set the other keys that identify log lines. */
    @Override
    public Runnable restore(Map<String, String> values, TaskContext task) {
        values.forEach((key, value) -> {
            if (keys.contains(key)) {
                MDC.put(key, Printable.of(value));
            }
        });
        return () -> keys.forEach(MDC::remove);
    }
}
