package io.github.rowmill.admin;

import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Errors that the platform answers, without a body, before or after the resources have seen the request. */
@Singleton
class ApiRoutes {

    private static final String ALL = "/" + TasksResource.API + "/*";

    /** Before Quarkus's own limit, {@code RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT}. */
    private static final int BEFORE_LIMIT = -3;

    /** After everything else, {@code RouteConstants.ROUTE_ORDER_AFTER_DEFAULT}. */
    private static final int LAST = 30_000;

    private final Problems problems;
    private final long limit;

    ApiRoutes(
            Problems problems,
            Body body,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") Optional<MemorySize> general) {
        this.problems = problems;
        this.limit = Math.min(body.limit(), general.map(MemorySize::asLongValue).orElse(Long.MAX_VALUE));
    }

    void install(@Observes Router router) {
        router.route(ALL).order(BEFORE_LIMIT).handler(this::refuseLarge);
        router.route(ALL).order(LAST).handler(this::notFound);
    }

    /** Closes the connection, as the rest of the body would come before the next request; HTTP/2 needs no such thing. */
    private void refuseLarge(RoutingContext route) {
        if (length(route) <= limit) {
            route.next();
            return;
        }
        problems.answer(Body.tooLarge(limit), route);
        if (route.request().version() != HttpVersion.HTTP_2) {
            route.request().connection().close();
        }
    }

    /** What the request says of its body; nonsense is for the HTTP layer to refuse. */
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
