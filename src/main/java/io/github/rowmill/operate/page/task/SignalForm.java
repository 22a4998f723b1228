package io.github.rowmill.operate.page.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import io.github.rowmill.api.InvalidSignalException;
import jakarta.ws.rs.FormParam;
import org.jspecify.annotations.Nullable;

/** A form that sends a signal to a task. An empty payload is an empty object. */
final class SignalForm {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @FormParam("name")
    @Nullable
    String name;

    @FormParam("payload")
    @Nullable
    String payload;

    String name() {
        return name == null ? "" : name.strip();
    }

    /**
     * Returns the payload as it was entered.
     *
     * @throws InvalidSignalException if it is no JSON
     */
    Object payload() {
        String text = payload == null || payload.isBlank() ? "{}" : payload.strip();
        try {
            JSON.readTree(text);
        } catch (JsonProcessingException | NumberFormatException e) {
            throw new InvalidSignalException("payload", "must be JSON");
        }
        return new RawValue(text);
    }
}
