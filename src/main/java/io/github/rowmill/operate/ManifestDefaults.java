package io.github.rowmill.operate;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Default settings for builds with {@code quarkus-kubernetes}. They keep a migration Job and a ServiceMonitor out
 * of the manifests. Quarkus would add them, as Rowmill brings Flyway and a metrics registry. Other builds do not
 * get these settings, as Quarkus logs a warning for unknown settings.
 */
public class ManifestDefaults implements ConfigSourceFactory {

    private static final String KUBERNETES = "io/quarkus/kubernetes/deployment/KubernetesProcessor.class";

    private static final Map<String, String> DEFAULTS = Map.of(
            "quarkus.kubernetes.init-tasks.flyway.enabled", "false",
            "quarkus.kubernetes.prometheus.generate-service-monitor", "false");

    /** Lower than the ordinal of every configuration file and environment variable of the application. */
    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        return Thread.currentThread().getContextClassLoader().getResource(KUBERNETES) == null
                ? List.of()
                : List.of(new PropertiesConfigSource(DEFAULTS, "Rowmill's defaults for manifests", ORDINAL));
    }
}
