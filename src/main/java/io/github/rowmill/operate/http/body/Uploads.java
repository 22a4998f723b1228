package io.github.rowmill.operate.http.body;

import io.github.rowmill.operate.http.json.Problem;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.function.Function;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Receives bodies without a waiting thread, each within the memory of its caller. */
@Singleton
public class Uploads {

    /**
     * Time in which a client may finish sending after the answer, as simple clients read the answer only then.
     * After that the connection is closed.
     */
    private static final Duration REST = Duration.ofSeconds(5);

    /** Most bytes of a body that is read to its end after the answer. */
    private static final long LONG = 1_000_000;

    private final MessageMemory room;
    private final Received received;
    private final Duration deadline;

    Uploads(
            MessageMemory room,
            Received received,
            @ConfigProperty(name = "quarkus.http.read-timeout", defaultValue = "60s") Duration deadline) {
        this.room = room;
        this.received = received;
        this.deadline = deadline;
    }

    /** The outcome of an upload. */
    public sealed interface Outcome {

        /** The whole body. */
        record Whole(ByteArrayInputStream bytes) implements Outcome {}

        /** A refused body, and the reason. */
        record Refused(Problem problem) implements Outcome {}
    }

    /** Receives the body of a request from this caller, at most {@code limit} bytes. */
    public <T> Uni<T> receive(RoutingContext route, String caller, long limit, Function<Outcome, T> end) {
        MessageMemory.Place place = room.place(caller);
        received.set(place);
        return Uni.createFrom()
                .emitter(waiting -> new Upload(
                                route,
                                limit,
                                place,
                                bytes ->
                                        waiting.complete(end.apply(new Outcome.Whole(new ByteArrayInputStream(bytes)))),
                                problem -> waiting.complete(end.apply(new Outcome.Refused(problem))))
                        .receive(deadline.toMillis()));
    }

    /**
     * Drops the rest of a request's body when the request is answered. Over HTTP/1 the rest would stand before the
     * next request. So a rest that is long or does not end closes its connection.
     */
    public static void dropRest(RoutingContext route) {
        long length = length(route.request());
        if (length > 0) {
            route.addEndHandler(answered -> {
                if (answered.succeeded()) {
                    drop(route.request(), length, route.vertx());
                }
            });
        }
    }

    /**
     * Returns the length of the body according to the request's headers. The HTTP layer refuses invalid values.
     *
     * @return 1 if the length is unknown or invalid, as such a body is neither empty nor long
     */
    private static long length(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return request.version() == HttpVersion.HTTP_2 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                    ? 1
                    : 0;
        }
        try {
            return Long.parseLong(length);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /**
     * Drops the rest of a body. The connection's lock keeps the last part from arriving between the check and the
     * handlers.
     */
    private static void drop(HttpServerRequest request, long length, Vertx vertx) {
        HttpConnection connection = request.connection();
        synchronized (connection) {
            if (request.isEnded()) {
                return;
            }
            if (length > LONG) {
                end(request);
                return;
            }
            long timer = vertx.setTimer(REST.toMillis(), fired -> end(request));
            request.handler(part -> {});
            request.endHandler(ended -> vertx.cancelTimer(timer));
            request.resume();
        }
    }

    private static void end(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset();
        } else {
            request.connection().close();
        }
    }
}
