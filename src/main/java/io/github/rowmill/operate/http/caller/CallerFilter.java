package io.github.rowmill.operate.http.caller;

import io.github.rowmill.api.Violation;
import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.Uploads;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.text.Storable;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates the caller of a request to the API or the page before anything else is done. Refuses requests that
 * pages of other sites make browsers send. The class is public and takes providers for the same reasons as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Singleton
public class CallerFilter {

    /**
     * Name of the request property with the {@link Problem} of a request that this filter refused. The property is
     * not set if the caller lacks a permission, or if the database does not answer.
     */
    public static final String PROBLEM = "io.github.rowmill.problem";

    private final Provider<Callers> callers;
    private final Provider<OwnHosts> hosts;
    private final Provider<CurrentCaller> current;
    private final Provider<Access> access;
    private final Provider<Problems> problems;

    CallerFilter(
            Provider<Callers> callers,
            Provider<OwnHosts> hosts,
            Provider<CurrentCaller> current,
            Provider<Access> access,
            Provider<Problems> problems) {
        this.callers = callers;
        this.hosts = hosts;
        this.current = current;
        this.access = access;
        this.problems = problems;
    }

    @ServerRequestFilter
    public @Nullable Response identify(ContainerRequestContext request, RoutingContext route) {
        if (!OwnPaths.isOurs(request.getUriInfo())) {
            return null;
        }
        if (!OwnPaths.isApi(request.getUriInfo())) {
            Uploads.dropRest(route); // for the API, a route does it on every path
        }
        try {
            hosts.get().require(route.request().authority());
            OwnOrigin.require(route.request());
            Caller caller = callers.get()
                    .of(request.getHeaderString(HttpHeaders.AUTHORIZATION), session(request), address(route.request()));
            current.get().set(caller);
            if (OwnPaths.isApi(request.getUriInfo())) {
                access.get().requireAnything();
            }
            requireStorable(request.getUriInfo());
            return null;
        } catch (ProblemException | DeniedException | UnansweredException e) {
            Problem problem =
                    problems.get().of(e, request.getUriInfo().getRequestUri().getPath());
            if (e instanceof ProblemException) {
                request.setProperty(PROBLEM, problem);
            }
            return problems.get().answer(e, problem);
        }
    }

    /** Refuses parameters that PostgreSQL cannot store, as they match nothing in the database. */
    private static void requireStorable(UriInfo uri) {
        List<Violation> violations = uri.getQueryParameters().entrySet().stream()
                .filter(parameter -> parameter.getValue().stream().anyMatch(Storable::isUnstorable))
                .map(parameter -> new Violation(parameter.getKey(), Storable.UNSTORABLE))
                .toList();
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
    }

    private static @Nullable String session(ContainerRequestContext request) {
        Cookie cookie = request.getCookies().get(Sessions.COOKIE);
        return cookie == null ? null : cookie.getValue();
    }

    static @Nullable String address(HttpServerRequest http) {
        return http.remoteAddress() == null ? null : http.remoteAddress().hostAddress();
    }
}
