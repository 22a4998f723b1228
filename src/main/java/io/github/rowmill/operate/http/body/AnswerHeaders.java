package io.github.rowmill.operate.http.body;

import io.vertx.core.http.HttpServerResponse;
import java.util.Map;

/** The headers of every answer of the API and of the pages: nothing keeps a copy, and a browser guesses no media type. */
public final class AnswerHeaders {

    /** The headers of every answer, by name. */
    public static final Map<String, String> ALL =
            Map.of("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff");

    private AnswerHeaders() {}

    /** Sets them on an answer that no filter of resources sees. */
    public static HttpServerResponse put(HttpServerResponse response) {
        ALL.forEach(response::putHeader);
        return response;
    }
}
