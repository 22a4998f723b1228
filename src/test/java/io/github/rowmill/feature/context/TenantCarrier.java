package io.github.rowmill.feature.context;

import io.github.rowmill.api.ContextCarrier;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.Map;

/** A carrier as in an application: the tenant that this thread works for. A few names of tenants make it fail. */
@Alternative
@Singleton
public class TenantCarrier implements ContextCarrier {

    private final ThreadLocal<String> tenant = new ThreadLocal<>();

    String current() {
        return tenant.get();
    }

    void enter(String name) {
        tenant.set(name);
    }

    void leave() {
        tenant.remove();
    }

    @Override
    public String name() {
        return "tenant";
    }

    @Override
    public boolean isSigned() {
        return true;
    }

    @Override
    public Map<String, String> capture() {
        String name = current();
        if ("unknown".equals(name)) {
            throw new IllegalStateException("there is no such tenant");
        }
        return name == null ? Map.of() : Map.of("id", name);
    }

    @Override
    public Runnable restore(Map<String, String> values, TaskContext task) {
        String name = values.get("id");
        if ("gone".equals(name)) {
            throw new IllegalStateException("the tenant has gone");
        }
        enter(name);
        return () -> {
            leave();
            if ("sticky".equals(name)) {
                throw new IllegalStateException("the tenant does not go");
            }
        };
    }
}
