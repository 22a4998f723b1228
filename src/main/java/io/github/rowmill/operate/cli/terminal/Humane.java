package io.github.rowmill.operate.cli.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Formats values of the API's JSON for users. Times are printed in the time zone of this machine. */
final class Humane {

    private static final String MOMENT = "-?\\d{4,}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*Z|\\+\\d+-.*Z";
    private static final String DURATION = "PT[-0-9HMS.]+";
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private Humane() {}

    /**
     * Returns a value as text.
     *
     * @return empty if the value is null or missing
     */
    static String text(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        if (value.isBoolean()) {
            return value.booleanValue() ? "yes" : "no";
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(Humane::text)
                    .collect(Collectors.joining(", "));
        }
        return value.isTextual() ? ofText(value.textValue()) : value.toString();
    }

    private static String ofText(String text) {
        try {
            if (text.matches(MOMENT)) {
                return LOCAL.format(
                        Instant.parse(text).atZone(TimeZone.getDefault().toZoneId()));
            }
            return text.matches(DURATION) ? duration(Duration.parse(text)) : text;
        } catch (DateTimeParseException e) {
            return text;
        }
    }

    /** Formats a duration as in settings: {@code 1h30m}. */
    private static String duration(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    /** Splits the name of a field into words. */
    static String words(String field) {
        return field.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }
}
