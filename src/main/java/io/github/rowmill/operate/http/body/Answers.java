package io.github.rowmill.operate.http.body;

import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.ProblemException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.BackPressureFailure;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Writes answers. The bytes of an answer are in memory until the client has taken them. Each caller has limited room, and
 * all callers together have an eighth of the heap. An answer that is not taken within {@code quarkus.http.read-timeout}
 * is cut off.
 */
@Singleton
public class Answers {

    /** The longest pages of the API have about 5 MB. Of an answer that is longer, no more is counted. */
    private static final int LONGEST = 8 * 1024 * 1024;

    /** The code of HTTP/2 for a stream that is not needed any more. */
    private static final long CANCEL = 8;

    private static final int SHARE_OF_HEAP = 8;
    private static final int CALLERS = 4;

    private final MessageMemory room = new MessageMemory(
            Math.max(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, (long) CALLERS * LONGEST), LONGEST);
    private final Json json;
    private final Duration deadline;

    Answers(Json json, @ConfigProperty(name = "quarkus.http.read-timeout", defaultValue = "60s") Duration deadline) {
        this.json = json;
        this.deadline = deadline;
    }

    /** Begins to write an answer; false: its caller has no room for it, and nothing was written. */
    boolean write(Answer answer) {
        RoutingContext route = answer.route();
        MessageMemory.Place place = room.place(answer.caller());
        if (!place.take(Math.min(answer.bytes().length, LONGEST))) {
            return false;
        }
        long timer = route.vertx().setTimer(deadline.toMillis(), fired -> cutOff(route.request()));
        send(answer.bytes(), route).onComplete(taken -> {
            route.vertx().cancelTimer(timer);
            place.close();
        });
        return true;
    }

    /** Over HTTP/2 the end is sent when the client has taken the rest. Vert.x resets no stream that has ended. */
    private static Future<Void> send(byte[] bytes, RoutingContext route) {
        HttpServerResponse response = route.response();
        return route.request().version() == HttpVersion.HTTP_2
                ? response.write(Buffer.buffer(bytes)).compose(taken -> response.end())
                : response.end(Buffer.buffer(bytes));
    }

    /**
     * Writes a part of a stream by {@code send}, which ends when the client has taken the part. Fails with a
     * {@link BackPressureFailure} if there is no room for the bytes, or if the client takes too long.
     */
    public Uni<Void> write(String caller, long bytes, Supplier<CompletionStage<?>> send) {
        MessageMemory.Place place = room.place(caller);
        if (!place.take(Math.min(bytes, LONGEST))) {
            return Uni.createFrom().failure(new BackPressureFailure("too many answers of this caller wait to be read"));
        }
        return Uni.createFrom()
                .completionStage(send)
                .replaceWithVoid()
                .ifNoItem()
                .after(deadline)
                .failWith(() -> new BackPressureFailure("a part of a stream was not read"))
                .onTermination()
                .invoke(place::close);
    }

    /** Answers that there is no room, which takes none worth counting. */
    void refuse(RoutingContext route) {
        Problem problem = Problem.ofStatus(
                        Response.Status.SERVICE_UNAVAILABLE.getStatusCode(),
                        "Service Unavailable",
                        "too many answers of this caller wait to be read; read them, or ask for fewer at once")
                .at(route.request().path());
        AnswerHeaders.put(route.response())
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .putHeader(HttpHeaders.RETRY_AFTER, String.valueOf(ProblemException.RETRY_AFTER_SECONDS))
                .end(json.write(problem));
    }

    /** Drops what a client does not take. To close a connection in the usual way would wait until it is taken. */
    public static void cutOff(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset(CANCEL);
        } else {
            ((ConnectionBase) request.connection()).channelHandlerContext().close();
        }
    }
}
