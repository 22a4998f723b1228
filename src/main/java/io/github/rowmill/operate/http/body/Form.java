package io.github.rowmill.operate.http.body;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads forms of browsers. RESTEasy's own reader refuses fields of more than 2 KB, if the application does not raise
 * {@code quarkus.http.limits.max-form-attribute-size}. Payloads are longer.
 */
public final class Form {

    /** Most fields of a form. No page sends as many. */
    private static final int MAX_FIELDS = 1_000;

    private Form() {}

    /** Returns whether the body of a request is a form. */
    public static boolean isIn(HttpServerRequest request) {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(MediaType.APPLICATION_FORM_URLENCODED);
    }

    /**
     * Adds the fields of a form to its request. RESTEasy takes them from there.
     *
     * @throws IllegalArgumentException the body is no form, or has too many fields
     */
    public static void read(HttpServerRequest request, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        Map<String, List<String>> fields =
                new QueryStringDecoder(text, StandardCharsets.UTF_8, false, MAX_FIELDS + 1, true).parameters();
        if (fields.values().stream().mapToInt(List::size).sum() > MAX_FIELDS) {
            throw new IllegalArgumentException("has more than %s fields".formatted(MAX_FIELDS));
        }
        fields.forEach(request.formAttributes()::add);
    }
}
