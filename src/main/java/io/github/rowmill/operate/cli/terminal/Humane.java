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

/** Values of the API's JSON as a person reads them; moments are told in this machine's time zone. */
final class Humane {

    private static final String MOMENT = "-?\\d{4,}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*Z|\\+\\d+-.*Z";
    private static final String DURATION = "PT[-0-9HMS.]+";
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private Humane() {}

    /** A value; nothing, if it is null or not there. */
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

    /** As settings have it: {@code 1h30m}. */
    private static String duration(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    /** The words of a field's name. */
    static String words(String field) {
        return field.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }
}
