package io.github.rowmill.operate.http.caller;

import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.body.Answer;
import io.github.rowmill.operate.http.body.AnswerHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Sets the headers of each answer of the API and the pages, and the account that it counts on until it is taken.
 * Public, and of providers, as {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Singleton
public class AnswerFilter {

    /** After all filters that may change the answer. */
    private static final int LAST = 0;

    private final Provider<CurrentCaller> current;

    AnswerFilter(Provider<CurrentCaller> current) {
        this.current = current;
    }

    @ServerResponseFilter(priority = LAST)
    public void finish(ContainerRequestContext request, ContainerResponseContext response, RoutingContext route) {
        if (!OwnPaths.isOurs(request.getUriInfo())) {
            return;
        }
        AnswerHeaders.ALL.forEach((name, value) -> response.getHeaders().putSingle(name, value));
        if (response.getEntity() instanceof String text && !request.getMethod().equals(HttpMethod.HEAD)) {
            Answer answer = new Answer(route, account(route), text);
            if (response.getMediaType() == null) {
                response.setEntity(answer);
            } else {
                response.setEntity(answer, null, response.getMediaType());
            }
        }
    }

    /** Returns the account of the caller, or of the network of a caller who was refused before authentication. */
    private String account(RoutingContext route) {
        Caller caller = current.get().get();
        return caller.address() == null
                ? caller.at(CallerFilter.address(route.request())).account()
                : caller.account();
    }
}
