package io.github.rowmill.operate.http.caller;

import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.Form;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.body.Uploads;
import io.github.rowmill.operate.http.body.Uploads.Outcome;
import io.github.rowmill.operate.http.json.Problem;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the caller may send a body, and only then receives it, without a waiting thread. The class is public
 * and takes providers for the same reasons as {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Singleton
public class BodyFilter {

    /** Priority after {@link CallerFilter}. */
    private static final int ONCE_KNOWN = Priorities.USER + 1;

    private final Provider<CurrentCaller> current;
    private final Provider<Access> access;
    private final Provider<Body> limits;
    private final Provider<Uploads> uploads;
    private final Provider<Problems> problems;

    BodyFilter(
            Provider<CurrentCaller> current,
            Provider<Access> access,
            Provider<Body> limits,
            Provider<Uploads> uploads,
            Provider<Problems> problems) {
        this.current = current;
        this.access = access;
        this.limits = limits;
        this.uploads = uploads;
        this.problems = problems;
    }

    @TakesBody.FromAnybody
    @ServerRequestFilter(priority = ONCE_KNOWN)
    public @Nullable Uni<Response> fromAnybody(ContainerRequestContext request, RoutingContext route) {
        return receive(request, route, Body.LIMIT_OF_FORM);
    }

    @TakesBody.FromOperators
    @ServerRequestFilter(priority = ONCE_KNOWN)
    public @Nullable Uni<Response> fromOperators(ContainerRequestContext request, RoutingContext route) {
        access.get().requireSomewhere(Permission.OPERATE);
        return receive(request, route, limits.get().limitOfTask());
    }

    @TakesBody.ManyFromOperators
    @ServerRequestFilter(priority = ONCE_KNOWN)
    public @Nullable Uni<Response> manyFromOperators(ContainerRequestContext request, RoutingContext route) {
        access.get().requireSomewhere(Permission.OPERATE);
        return receive(request, route, limits.get().limit());
    }

    @TakesBody.NamesFromWorkers
    @ServerRequestFilter(priority = ONCE_KNOWN)
    public @Nullable Uni<Response> namesFromWorkers(ContainerRequestContext request, RoutingContext route) {
        access.get().requireSomewhere(Permission.WORK);
        return receive(request, route, Body.LIMIT_OF_NAMES);
    }

    @TakesBody.FromWorkers
    @ServerRequestFilter(priority = ONCE_KNOWN)
    public @Nullable Uni<Response> fromWorkers(ContainerRequestContext request, RoutingContext route) {
        access.get().requireSomewhere(Permission.WORK);
        return receive(request, route, limits.get().limitOfTask());
    }

    @TakesBody.FromAdmins
    @ServerRequestFilter(priority = ONCE_KNOWN)
    public @Nullable Uni<Response> fromAdmins(ContainerRequestContext request, RoutingContext route) {
        access.get().requireSomewhere(Permission.ADMIN);
        return receive(request, route, limits.get().limitOfTask());
    }

    /**
     * Receives the body, if it is not received yet.
     *
     * @return null to go on at once, as the body is empty or the application's own body handler has read it
     */
    private @Nullable Uni<Response> receive(ContainerRequestContext request, RoutingContext route, long limit) {
        if (route.body().available()) {
            return route.body().length() > limit ? Uni.createFrom().item(refusal(request, Body.tooLarge(limit))) : null;
        }
        if (route.request().isEnded()) {
            return null;
        }
        return uploads.get().receive(route, current.get().get().account(), limit, outcome -> {
            if (outcome instanceof Outcome.Refused refused) {
                return refusal(request, refused.problem());
            }
            return take(((Outcome.Whole) outcome).bytes(), request, route);
        });
    }

    private @Nullable Response take(ByteArrayInputStream body, ContainerRequestContext request, RoutingContext route) {
        if (Form.isIn(route.request())) {
            try {
                Form.read(route.request(), body.readAllBytes());
            } catch (IllegalArgumentException e) {
                return refusal(request, Problem.of(Problem.Kind.INVALID_REQUEST, "the form cannot be read"));
            }
            body.reset();
        }
        request.setEntityStream(body);
        return null;
    }

    /**
     * Returns the answer for a problem. On paths of the page it has a status alone, from which an error page is
     * made later.
     */
    private Response refusal(ContainerRequestContext request, Problem problem) {
        return OwnPaths.isApi(request.getUriInfo())
                ? problems.get()
                        .answer(problem, request.getUriInfo().getRequestUri().getPath())
                : Response.status(problem.status()).build();
    }
}
