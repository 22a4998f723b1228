package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.quarkus.runtime.configuration.DurationConverter;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Function;

/**
 * Reads durations as in the configuration, {@code 30s} or {@code PT30S}, and times with an offset. Refuses bare
 * numbers.
 */
final class TimeText<T> extends StdScalarDeserializer<T> {

    private final transient Function<String, T> parser;
    private final String rule;

    private TimeText(Class<T> type, Function<String, T> parser, String rule) {
        super(type);
        this.parser = parser;
        this.rule = rule;
    }

    static SimpleModule module() {
        return new SimpleModule("rowmill-time")
                .addDeserializer(
                        Duration.class,
                        new TimeText<>(
                                Duration.class,
                                DurationConverter::parseDuration,
                                "must be a string with a duration such as 30s or PT30S"))
                .addDeserializer(
                        Instant.class,
                        new TimeText<>(
                                Instant.class,
                                text -> OffsetDateTime.parse(text).toInstant(),
                                "must be a string with a moment such as 2030-01-31T08:00:00Z"));
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.hasToken(JsonToken.VALUE_STRING)) {
            try {
                T value = parser.apply(json.getText());
                if (value != null) {
                    return value;
                }
            } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
                // Refused below, like values that are no strings.
            }
        }
        throw MismatchedInputException.from(json, handledType(), rule);
    }
}
