package io.github.rowmill.operate;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.NodeState;
import io.quarkus.arc.properties.UnlessBuildProperty;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Replaces the API in an application that leaves it out. Refuses the start if the API is enabled. */
@Singleton
@UnlessBuildProperty(name = OptionalParts.API, stringValue = "true")
class NoApi {

    void refuse(@Observes @Priority(NodeState.PREPARES) StartupEvent start, RowmillConfig config) {
        if (config.api().enabled()) {
            throw new ConfigurationException(
                    "Rowmill cannot start: rowmill.api.enabled is true, and the application leaves out quarkus-rest-jackson, which the API needs");
        }
    }
}
