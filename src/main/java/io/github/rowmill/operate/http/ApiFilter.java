package io.github.rowmill.operate.http;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.Problem.Kind;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests to the API while it is off. Gives every error answer under the path of the API a problem as its
 * body. This includes the platform's answers to unknown paths, methods and media types. The application's own
 * paths are left alone.
 *
 * <p>The class is public, as Quarkus's generated callers use it. In an application's tests and dev mode another
 * class loader loads them.
 */
@Singleton
public class ApiFilter {

    private static final int FIRST_ERROR = 400;

    private final Provider<RowmillConfig> config;
    private final Provider<Problems> problems;

    /**
     * Takes providers, as filters are created in the build of a native executable, where no configuration exists
     * yet.
     */
    ApiFilter(Provider<RowmillConfig> config, Provider<Problems> problems) {
        this.config = config;
        this.problems = problems;
    }

    @ServerRequestFilter(preMatching = true)
    public @Nullable Response refuseIfOff(ContainerRequestContext request) {
        if (config.get().api().enabled() || !OwnPaths.isApi(request.getUriInfo())) {
            return null;
        }
        String path = request.getUriInfo().getRequestUri().getPath();
        return problems.get()
                .answer(Problem.of(Kind.SWITCHED_OFF, "the API is off; rowmill.api.enabled switches it on")
                        .at(path));
    }

    @ServerResponseFilter
    public void giveProblem(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getStatus() < FIRST_ERROR || !OwnPaths.isApi(request.getUriInfo()) || isProblem(response)) {
            return;
        }
        String path = request.getUriInfo().getRequestUri().getPath();
        response.setEntity(
                problems.get().body(Problems.ofStatus(response.getStatus()).at(path)),
                null,
                MediaType.valueOf(Problem.MEDIA_TYPE));
    }

    private static boolean isProblem(ContainerResponseContext response) {
        return response.getMediaType() != null
                && Problem.MEDIA_TYPE.equals(response.getMediaType().toString());
    }
}
