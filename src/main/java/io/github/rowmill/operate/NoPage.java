package io.github.rowmill.operate;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.NodeState;
import io.quarkus.arc.properties.UnlessBuildProperty;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Replaces the page in an application that leaves it out. Refuses the start if the page is enabled. */
@Singleton
@UnlessBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
class NoPage {

    void refuse(@Observes @Priority(NodeState.PREPARES) StartupEvent start, RowmillConfig config) {
        if (config.dashboard().enabled()) {
            throw new ConfigurationException(
                    "Rowmill cannot start: rowmill.dashboard.enabled is true, and the application leaves out quarkus-qute or quarkus-rest-jackson, which the page needs");
        }
    }
}
