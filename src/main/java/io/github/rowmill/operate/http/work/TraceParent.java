package io.github.rowmill.operate.http.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.task.Carried;
import org.jspecify.annotations.Nullable;

/** The W3C trace context that a task carries. */
final class TraceParent {

    private static final ObjectMapper JSON = new ObjectMapper();

    private TraceParent() {}

    /** Returns the value of the header {@code traceparent}, or null if the task carries none. */
    static @Nullable String of(@Nullable Carried carried) {
        if (carried == null) {
            return null;
        }
        try {
            JsonNode value = JSON.readTree(carried.context()).path("trace").path("traceparent");
            return value.textValue();
        } catch (JsonProcessingException e) {
            return null; // The column takes any JSON, but not all of it can be read.
        }
    }
}
