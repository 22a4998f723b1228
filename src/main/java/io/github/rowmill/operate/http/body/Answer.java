package io.github.rowmill.operate.http.body;

import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;

/** The text of an answer, as bytes, and the caller who is to read it. */
public final class Answer {

    private final RoutingContext route;
    private final String caller;
    private final byte[] bytes;

    /** An answer on this route to this caller, by whose account it is counted. */
    public Answer(RoutingContext route, String caller, String text) {
        this.route = route;
        this.caller = caller;
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    RoutingContext route() {
        return route;
    }

    String caller() {
        return caller;
    }

    byte[] bytes() {
        return bytes;
    }
}
