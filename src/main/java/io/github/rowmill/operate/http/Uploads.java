package io.github.rowmill.operate.http;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.http.json.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Takes bodies in on the event loop: a worker thread is taken when a body is there as a whole, so that however many come
 * slowly, they hold none. All of them together take no more than a share of the memory.
 */
@Singleton
class Uploads {

    /** Of the heap, for bodies that are on their way or being answered. */
    private static final int SHARE_OF_HEAP = 8;

    private static final String CONTINUE = "100-continue";

    private final Problems problems;
    private final Body body;
    private final boolean open;
    private final Duration deadline;
    private final AtomicLong held = new AtomicLong();

    Uploads(
            Problems problems,
            Body body,
            RowmillConfig config,
            @ConfigProperty(name = "quarkus.http.read-timeout", defaultValue = "60s") Duration deadline) {
        this.problems = problems;
        this.body = body;
        this.open = config.api().enabled();
        this.deadline = deadline;
    }

    void receive(RoutingContext route) {
        HttpServerRequest request = route.request();
        if (!open || request.isEnded() || route.body().available() || isMultiplexed(request)) {
            route.next();
            return;
        }
        long limit = route.request().path().endsWith("/bulk") ? body.limit() : body.limitOfTask();
        new Upload(route, limit, held, mostHeld(), problem -> refuse(problem, route)).receive(deadline.toMillis());
        if (CONTINUE.equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            request.headers().remove(HttpHeaders.EXPECT); // or it would be granted once more by who reads the body
            route.response().writeContinue();
        }
    }

    /** A stream of HTTP/2 whose body was read cannot be handed on: RESTEasy wants to pause it, and gets an exception. */
    private static boolean isMultiplexed(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }

    private long mostHeld() {
        return Math.max(body.limit(), Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** Closes the connection, as the rest of the body would come before the next request; HTTP/2 needs no such thing. */
    void refuse(Problem problem, RoutingContext route) {
        problems.answer(problem, route);
        if (!isMultiplexed(route.request())) {
            route.request().connection().close();
        }
    }

    static Problem tooSlow(long millis) {
        return Problem.ofStatus(
                Response.Status.REQUEST_TIMEOUT.getStatusCode(),
                "Request Timeout",
                "the body took longer than %s; quarkus.http.read-timeout gives it more"
                        .formatted(Duration.ofMillis(millis)));
    }

    static Problem noRoom() {
        return Problem.ofStatus(
                Response.Status.SERVICE_UNAVAILABLE.getStatusCode(),
                "Service Unavailable",
                "too many large bodies are being read at once; try again, or send fewer tasks at once");
    }
}
