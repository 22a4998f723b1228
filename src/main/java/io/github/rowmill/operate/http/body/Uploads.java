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
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Function;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Takes bodies in while no thread waits for them, each within the room that its caller has. */
@Singleton
public class Uploads {

    /** For who sends on after the answer, as simple clients read none before; then the connection ends. */
    private static final Duration REST = Duration.ofSeconds(5);

    /** Bytes of a body that is not let go by. */
    private static final long LONG = 1_000_000;

    private final Room room;
    private final Received received;
    private final Duration deadline;

    Uploads(
            Room room,
            Received received,
            @ConfigProperty(name = "quarkus.http.read-timeout", defaultValue = "60s") Duration deadline) {
        this.room = room;
        this.received = received;
        this.deadline = deadline;
    }

    /** How a body came in: it is there, or refused. */
    public sealed interface Outcome {

        /** Its bytes. */
        record Whole(InputStream bytes) implements Outcome {}

        /** Why there is none. */
        record Refused(Problem problem) implements Outcome {}
    }

    /** The body of a request of this caller, of so many bytes at most. */
    public <T> Uni<T> receive(RoutingContext route, String caller, long limit, Function<Outcome, T> end) {
        Room.Place place = room.place(caller);
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
     * Lets what is left of a request go by when it is answered. Over HTTP/1 it would stand before the next request, so that
     * one that is long or does not end takes its connection with it.
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

    /** What the request says of its body, or some that is neither none nor long; nonsense is for the HTTP layer to refuse. */
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

    /** Between the two looks the last part must not arrive, which the connection's lock is for. */
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
