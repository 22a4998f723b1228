package io.github.rowmill.operate.access;

import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Decides whether every caller who reaches the port has all permissions. Refuses a production start with the API
 * or the page enabled if no caller is configured, unless {@code rowmill.access.open-to-everyone} is true.
 */
@Singleton
public class OpenAccess {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.access");

    private static final String WAYS =
            "name users (rowmill.access.users) or tokens (rowmill.access.tokens), give permissions to roles of the application's own security (rowmill.access.roles), or, if a proxy or firewall guards the port, set rowmill.access.open-to-everyone to true";

    private final RowmillConfig config;
    private final boolean believesEverybody;

    OpenAccess(
            RowmillConfig config,
            @ConfigProperty(name = "quarkus.http.proxy.proxy-address-forwarding", defaultValue = "false")
                    boolean forwards,
            @ConfigProperty(name = "quarkus.http.proxy.trusted-proxies") Optional<List<String>> trusted) {
        this.config = config;
        this.believesEverybody = forwards && trusted.isEmpty();
    }

    /** Returns whether callers need not authenticate. */
    public boolean areOpen() {
        AccessConfig access = config.access();
        return access.openToEveryone().orElse(!isProduction() && !namesSomebody());
    }

    void check(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {
        boolean hasDoors = config.api().enabled() || config.dashboard().enabled();
        if (!hasDoors || !isProduction()) {
            return;
        }
        if (believesEverybody) {
            LOG.warn(
                    "any client can choose its address in the audit and in the count of failed logins: quarkus.http.proxy.proxy-address-forwarding is true, and quarkus.http.proxy.trusted-proxies names no proxy");
        }
        if (areOpen()) {
            LOG.warn(
                    "the API and the page are open to everyone who reaches the port, because rowmill.access.open-to-everyone is true");
        } else if (!namesSomebody()) {
            String door = config.api().enabled() ? "rowmill.api.enabled" : "rowmill.dashboard.enabled";
            throw new ConfigurationException(
                    "Rowmill cannot start: %s is true, and no caller is configured: %s".formatted(door, WAYS));
        }
    }

    private boolean namesSomebody() {
        AccessConfig access = config.access();
        return Stream.of(access.users(), access.tokens(), access.roles()).anyMatch(named -> !named.isEmpty());
    }

    private static boolean isProduction() {
        return LaunchMode.current() == LaunchMode.NORMAL;
    }
}
