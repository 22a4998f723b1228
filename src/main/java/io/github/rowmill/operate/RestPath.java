package io.github.rowmill.operate;

import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.resteasy.reactive.server.runtime.ResteasyReactiveRecorder;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The path that all resources of the application are under: {@code quarkus.http.root-path}, and below that
 * {@code quarkus.rest.path} or {@code @ApplicationPath}. Routes that are no resources must be under the same path.
 */
@Singleton
@IfBuildProperty(name = OptionalFaces.API, stringValue = "true")
public class RestPath {

    private final String whole;
    private final String belowRoot;

    RestPath(@ConfigProperty(name = "quarkus.http.root-path", defaultValue = "/") String root) {
        this.whole = ResteasyReactiveRecorder.getCurrentDeployment().getPrefix();
        this.belowRoot = whole.substring(normal(root).length());
    }

    /** The path as a request has it, without a slash at its end. Example: {@code /shop/api}; empty if there is none. */
    public String whole() {
        return whole;
    }

    /** The path as a {@code Router} has it, which is told nothing of the root path. Example: {@code /api}. */
    public String belowRoot() {
        return belowRoot;
    }

    /** As the resources' own prefix is written. */
    private static String normal(String path) {
        String inner = path.strip().replaceAll("^/+|/+$", "");
        return inner.isEmpty() ? "" : "/" + inner;
    }
}
