package io.github.rowmill.feature.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads and writes the {@code context} of a row: one object of texts for each carrier. Other content was written
 * by SQL, belongs to no carrier, and is ignored.
 */
final class ContextJson {

    static final String TRACE = "trace";
    static final String SIGNATURE = "signature";

    /** Limit of the table, for the text that PostgreSQL makes of the JSON. */
    private static final int MAX_BYTES = 65_536;

    /** PostgreSQL writes a blank after each colon and comma. */
    private static final int BLANKS_OF_AN_ENTRY = 2;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ContextJson() {}

    static String write(Map<String, Map<String, String>> context) {
        try {
            return MAPPER.writeValueAsString(context);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the violations of a context, written as {@code json}; empty if there are none. */
    static List<Violation> violations(Map<String, Map<String, String>> context, String json) {
        List<Violation> violations = new ArrayList<>();
        context.forEach((name, values) -> values.forEach((key, value) -> {
            if (Storable.isUnstorable(key) || Storable.isUnstorable(value)) {
                violations.add(new Violation("context." + name, Storable.UNSTORABLE));
            }
        }));
        int entries = context.values().stream().mapToInt(Map::size).sum() + context.size();
        int bytes = json.getBytes(StandardCharsets.UTF_8).length + entries * BLANKS_OF_AN_ENTRY;
        if (bytes > MAX_BYTES) {
            violations.add(new Violation(
                    "context",
                    "must have at most %s bytes, has %s, carried by %s".formatted(MAX_BYTES, bytes, context.keySet())));
        }
        return violations;
    }

    static Map<String, Map<String, String>> read(String json) {
        Map<String, Map<String, String>> context = new TreeMap<>();
        try {
            MAPPER.readTree(json).properties().forEach(entry -> {
                if (entry.getValue().isObject()) {
                    context.put(entry.getKey(), texts(entry.getValue()));
                }
            });
            return context;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> values = new TreeMap<>();
        object.properties().forEach(entry -> {
            if (entry.getValue().isTextual()) {
                values.put(entry.getKey(), entry.getValue().textValue());
            }
        });
        return values;
    }
}
