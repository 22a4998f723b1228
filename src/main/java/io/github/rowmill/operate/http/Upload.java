package io.github.rowmill.operate.http;

import io.github.rowmill.operate.http.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One body on its way in, on the event loop. */
final class Upload {

    private final RoutingContext route;
    private final long limit;
    private final AtomicLong held;
    private final long mostHeld;
    private final Consumer<Problem> refuse;
    private final Buffer body = Buffer.buffer();
    private boolean over;

    /** A body of at most {@code limit} bytes; all of them together {@code hold} at most {@code mostHeld}. */
    Upload(RoutingContext route, long limit, AtomicLong held, long mostHeld, Consumer<Problem> refuse) {
        this.route = route;
        this.limit = limit;
        this.held = held;
        this.mostHeld = mostHeld;
        this.refuse = refuse;
    }

    /** Goes on with the request when the body is here; refuses one that is too large, that comes when there is no room, or that takes longer than {@code millis}. */
    void receive(long millis) {
        long timer = route.vertx().setTimer(millis, fired -> end(Uploads.tooSlow(millis)));
        HttpServerRequest request = route.request();
        route.addEndHandler(answered -> {
            over = true;
            route.vertx().cancelTimer(timer);
            held.addAndGet(-body.length());
        });
        request.handler(this::take);
        request.endHandler(ended -> {
            route.vertx().cancelTimer(timer);
            handOn();
        });
        request.resume();
    }

    private void take(Buffer part) {
        if (over) {
            return;
        }
        if (body.length() + (long) part.length() > limit) {
            end(Body.tooLarge(limit));
        } else if (held.addAndGet(part.length()) > mostHeld) {
            held.addAndGet(-part.length());
            end(Uploads.noRoom());
        } else {
            body.appendBuffer(part);
        }
    }

    private void handOn() {
        if (!over) {
            over = true;
            route.setBody(body);
            route.next();
        }
    }

    private void end(Problem problem) {
        if (!over) {
            over = true;
            refuse.accept(problem);
        }
    }
}
