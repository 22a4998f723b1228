package io.github.rowmill.operate;

import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.resteasy.reactive.server.runtime.ResteasyReactiveRecorder;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The path above all resources of the application: {@code quarkus.http.root-path}, followed by
 * {@code quarkus.rest.path} or {@code @ApplicationPath}. Routes that are no resources must be under this path too.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.API, stringValue = "true")
public class RestPath {

    private final String whole;
    private final String belowRoot;

    RestPath(@ConfigProperty(name = "quarkus.http.root-path", defaultValue = "/") String root) {
        this.whole = ResteasyReactiveRecorder.getCurrentDeployment().getPrefix();
        this.belowRoot = whole.substring(normal(root).length());
    }

    /**
     * Returns the path as it stands in a request, without a slash at the end. Example: {@code /shop/api}.
     *
     * @return empty if the application has no such path
     */
    public String whole() {
        return whole;
    }

    /** Returns the path for a {@code Router}, which leaves out the root path. Example: {@code /api}. */
    public String belowRoot() {
        return belowRoot;
    }

    /**
     * Returns a path in the form of the resources' own prefix: with a slash at the beginning and none at the end.
     */
    private static String normal(String path) {
        String inner = path.strip().replaceAll("^/+|/+$", "");
        return inner.isEmpty() ? "" : "/" + inner;
    }
}
