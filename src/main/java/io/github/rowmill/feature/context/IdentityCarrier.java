package io.github.rowmill.feature.context;

import io.github.rowmill.api.ContextCarrier;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.NodeState;
import io.quarkus.arc.Arc;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Carries the name and roles of the caller, as the application's own security provides them. */
@Singleton
class IdentityCarrier implements ContextCarrier {

    private static final String NAME = "name";
    private static final String ROLES = "roles";

    /** Separator between two roles. */
    private static final String LINE = "\n";

    private final boolean on;
    private final Instance<SecurityIdentity> caller;
    private final Instance<CurrentIdentityAssociation> current;

    IdentityCarrier(
            RowmillConfig config, Instance<SecurityIdentity> caller, Instance<CurrentIdentityAssociation> current) {
        this.on = config.context().identity();
        this.caller = caller;
        this.current = current;
    }

    void check(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {
        if (on && !(caller.isResolvable() && current.isResolvable())) {
            throw new ConfigurationException(
                    "Rowmill cannot start: rowmill.context.identity is true, and the application has no security extension, such as quarkus-security, to identify callers");
        }
    }

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public boolean isSigned() {
        return true;
    }

    /**
     * Returns nothing outside of a request, because there is no caller. Leaves out a role with a line break, which
     * would become two roles.
     */
    @Override
    public Map<String, String> capture() {
        if (!on || !Arc.container().requestContext().isActive()) {
            return Map.of();
        }
        SecurityIdentity who = caller.get();
        return who.isAnonymous() ? Map.of() : Map.of(NAME, who.getPrincipal().getName(), ROLES, roles(who));
    }

    private static String roles(SecurityIdentity who) {
        return who.getRoles().stream()
                .filter(role -> !role.contains(LINE))
                .sorted()
                .collect(Collectors.joining(LINE));
    }

    /** Sets the identity of the request scope, which ends with the attempt. */
    @Override
    public Runnable restore(Map<String, String> values, TaskContext task) {
        if (!current.isResolvable()) {
            throw new IllegalStateException(
                    "the task carries its caller, and this application has no security extension, such as quarkus-security, to identify callers");
        }
        String roles = values.getOrDefault(ROLES, "");
        current.get()
                .setIdentity(new CarriedIdentity(
                        values.getOrDefault(NAME, ""), roles.isEmpty() ? Set.of() : Set.of(roles.split(LINE))));
        return () -> {};
    }
}
