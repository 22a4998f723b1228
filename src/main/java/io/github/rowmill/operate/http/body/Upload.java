package io.github.rowmill.operate.http.body;

import io.github.rowmill.operate.http.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.function.Consumer;

/** Receives one body on the event loop, so that a slow body occupies no thread. */
final class Upload {

    private static final String CONTINUE = "100-continue";

    private final RoutingContext route;
    private final long limit;
    private final MessageMemory.Place place;
    private final Consumer<byte[]> whole;
    private final Consumer<Problem> refused;
    private Buffer body = Buffer.buffer();
    private boolean over;

    /**
     * Creates the upload of a body of at most {@code limit} bytes. Calls {@code whole} with all bytes, or
     * {@code refused}.
     */
    Upload(
            RoutingContext route,
            long limit,
            MessageMemory.Place place,
            Consumer<byte[]> whole,
            Consumer<Problem> refused) {
        this.route = route;
        this.limit = limit;
        this.place = place;
        this.whole = whole;
        this.refused = refused;
    }

    /**
     * Starts to receive. Refuses a body that is too large, that finds too little memory, or that takes longer than
     * {@code millis}.
     */
    void receive(long millis) {
        long timer = route.vertx().setTimer(millis, fired -> refuse(tooSlow(millis)));
        HttpServerRequest request = route.request();
        route.addEndHandler(answered -> {
            end();
            route.vertx().cancelTimer(timer);
            place.close();
        });
        request.handler(this::take);
        request.endHandler(ended -> {
            route.vertx().cancelTimer(timer);
            handOn();
        });
        if (CONTINUE.equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            route.response().writeContinue();
        }
        request.resume();
    }

    private void take(Buffer part) {
        if (isOver()) {
            return;
        }
        if (body.length() + (long) part.length() > limit) {
            refuse(Body.tooLarge(limit));
        } else if (place.take(part.length())) {
            body.appendBuffer(part);
        } else {
            refuse(noRoom());
        }
    }

    private void handOn() {
        if (end()) {
            byte[] bytes = body.getBytes();
            body = Buffer.buffer(); // or both copies would be in memory until the answer
            whole.accept(bytes);
        }
    }

    private void refuse(Problem problem) {
        if (end()) {
            refused.accept(problem);
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /**
     * Ends the upload.
     *
     * @return whether it was still running
     */
    private synchronized boolean end() {
        boolean wasOnItsWay = !over;
        over = true;
        return wasOnItsWay;
    }

    private static Problem tooSlow(long millis) {
        return Problem.ofStatus(
                Response.Status.REQUEST_TIMEOUT.getStatusCode(),
                "Request Timeout",
                "the body took longer than %s; send it faster, or raise quarkus.http.read-timeout"
                        .formatted(Duration.ofMillis(millis)));
    }

    static Problem noRoom() {
        return Problem.ofStatus(
                Response.Status.SERVICE_UNAVAILABLE.getStatusCode(),
                "Service Unavailable",
                "too many large bodies are being read at once; try again, or send fewer tasks at once");
    }
}
