package io.github.rowmill.engine.context;

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

/** The {@code context} of a row: an object for each carrier, of texts. What else stands there, SQL has written, and it is no one's. */
final class ContextJson {

    static final String TRACE = "trace";
    static final String SIGNATURE = "signature";

    /** The table's own bound, in the text that PostgreSQL makes of it. */
    private static final int MAX_BYTES = 65_536;

    /** PostgreSQL writes a blank behind each colon and comma. */
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

    /** What is wrong with a context, written as {@code json}; empty: nothing. */
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
