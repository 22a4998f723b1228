package io.github.rowmill.operate.cli;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.PropertiesLocationConfigSourceFactory;
import java.net.http.HttpResponse;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The address of the readiness check of a node that has the configuration of this process. */
final class HealthAddress {

    /** Path of the check on a node that configures none, below its {@code quarkus.http.root-path}. */
    static final String USUAL_PATH = "/q/health/ready";

    /** The configuration that a node in this process would read now. */
    private final Config config = ConfigUtils.emptyConfigBuilder()
            .withSources(new PropertiesLocationConfigSourceFactory())
            .build();

    /** The configuration of the build in a native image, until an application runs. */
    private final Config built = ConfigProvider.getConfig();

    /** Returns the answer of the check on this machine, whatever its status. */
    HttpResponse<String> probe() {
        return new Client(node(), null).probe(path());
    }

    /** Returns the address of a node on this machine, without the path. */
    String node() {
        boolean hasManagement = value("quarkus.management.enabled", "false").equals("true");
        String port = hasManagement ? value("quarkus.management.port", "9000") : value("quarkus.http.port", "8080");
        return "http://localhost:" + port;
    }

    /** Returns the path of the check, according to the application's settings. */
    String path() {
        boolean hasManagement = value("quarkus.management.enabled", "false").equals("true");
        String root = hasManagement ? "/" : value("quarkus.http.root-path", "/");
        String other = hasManagement
                ? value("quarkus.management.root-path", "/q")
                : value("quarkus.http.non-application-root-path", "q");
        String health = value("quarkus.smallrye-health.root-path", "health");
        return under(under(under("/", root), other), health) + "/ready";
    }

    /** Appends a path to a root. A path that begins with a slash is absolute. */
    private static String under(String root, String path) {
        String joined = path.startsWith("/") ? path : root + "/" + path;
        String one = joined.replaceAll("/+", "/");
        return one.endsWith("/") ? one.substring(0, one.length() - 1) : one;
    }

    private String value(String key, String byDefault) {
        return config.getOptionalValue(key, String.class)
                .or(() -> built.getOptionalValue(key, String.class))
                .orElse(byDefault);
    }
}
