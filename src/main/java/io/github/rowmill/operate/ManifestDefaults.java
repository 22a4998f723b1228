package io.github.rowmill.operate;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Defaults of a build with {@code quarkus-kubernetes}: no Job that migrates and no ServiceMonitor in the manifests, for the
 * Flyway and the registry that Rowmill brings. Other builds do not get them, as Quarkus warns of settings it does not know.
 */
public class ManifestDefaults implements ConfigSourceFactory {

    private static final String KUBERNETES = "io/quarkus/kubernetes/deployment/KubernetesProcessor.class";

    private static final Map<String, String> DEFAULTS = Map.of(
            "quarkus.kubernetes.init-tasks.flyway.enabled", "false",
            "quarkus.kubernetes.prometheus.generate-service-monitor", "false");

    /** Below every file and variable of the application. */
    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        return Thread.currentThread().getContextClassLoader().getResource(KUBERNETES) == null
                ? List.of()
                : List.of(new PropertiesConfigSource(DEFAULTS, "Rowmill's defaults for manifests", ORDINAL));
    }
}
