package io.github.rowmill.operate.http;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.RestPath;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.Uploads;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Routes for errors that the platform would answer without a body, before or after the resources see the request.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.API, stringValue = "true")
class ApiRoutes {

    private static final String PATH = "/" + OwnPaths.API;

    private static final int FIRST_ERROR = 400;
    private static final int FIRST_FAULT = 500;

    /** Order before the platform's own failure handlers. */
    private static final int FIRST = Integer.MIN_VALUE;

    /** Order before Quarkus's own limit, {@code RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT}. */
    private static final int BEFORE_LIMIT = -3;

    /** Order after everything else, {@code RouteConstants.ROUTE_ORDER_AFTER_DEFAULT}. */
    private static final int LAST = 30_000;

    private final Problems problems;
    private final long limit;
    private final String prefix;
    private final String routes;

    ApiRoutes(
            Problems problems,
            Body body,
            RestPath rest,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") Optional<MemorySize> general) {
        this.problems = problems;
        this.prefix = rest.whole() + PATH;
        this.routes = rest.belowRoot() + PATH + "/*";
        this.limit = Math.min(body.limit(), general.map(MemorySize::asLongValue).orElse(Long.MAX_VALUE));
    }

    void install(@Observes Router router) {
        router.route().order(FIRST).failureHandler(this::answerFailed);
        router.route(routes).order(BEFORE_LIMIT).handler(this::refuseLarge);
        router.route(routes).order(LAST).handler(this::notFound);
    }

    private void refuseLarge(RoutingContext route) {
        Uploads.dropRest(route);
        if (length(route) <= limit) {
            route.next();
            return;
        }
        problems.answer(Body.tooLarge(limit), route);
    }

    /**
     * Answers requests that the router refuses before it finds a route: a path or a query that cannot be decoded,
     * or no host. Faults of the server are left to the platform.
     */
    private void answerFailed(RoutingContext route) {
        int status = route.statusCode();
        if (status < FIRST_ERROR
                || status >= FIRST_FAULT
                || !isApi(route)
                || route.response().ended()) {
            route.next();
            return;
        }
        problems.answer(Problems.ofStatus(status), route);
    }

    private boolean isApi(RoutingContext route) {
        String path = String.valueOf(route.request().path());
        return path.startsWith(prefix + "/") || path.equals(prefix);
    }

    /**
     * Returns the length of the body according to the request's header. The HTTP layer refuses invalid values.
     *
     * @return 0 if the header is missing or invalid
     */
    private static long length(RoutingContext route) {
        try {
            String length = route.request().getHeader("Content-Length");
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void notFound(RoutingContext route) {
        problems.answer(Problems.ofStatus(Response.Status.NOT_FOUND.getStatusCode()), route);
    }
}
