package io.github.rowmill.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Sha256;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys from fields of a payload. A unique key is one JSON text for one set of values, such as
 * {@code {"account":"a7","day":1}}. Fields are sorted by name, and numbers have no trailing zeros. So values that
 * {@code jsonb} considers equal give one key.
 */
final class PayloadKey {

    /** Length of the column. */
    private static final int MAX = 500;

    private static final int MAX_OF_QUEUE = 200;

    private PayloadKey() {}

    /** Returns the unique key. A key that would be too long is replaced by its digest. */
    static String of(String type, JsonNode payload, List<String> fields) {
        TreeMap<String, JsonNode> values = new TreeMap<>();
        fields.forEach(field -> values.put(field, at(payload, field)));
        List<Violation> missing = values.entrySet().stream()
                .filter(field -> field.getValue().isMissingNode())
                .map(field -> new Violation("uniqueBy", "the payload has no field '%s'".formatted(field.getKey())))
                .toList();
        if (!missing.isEmpty()) {
            throw new InvalidTaskException(type, missing);
        }
        String key = values.entrySet().stream()
                .map(field -> quoted(field.getKey()) + ":" + canonical(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        return key.length() <= MAX ? key : "sha256:" + Sha256.hex(key);
    }

    /** {@return the value of one field, unchanged, or null if it is missing or null} */
    static @Nullable String ofQueue(String type, JsonNode payload, String field) {
        JsonNode value = at(payload, field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        String key = value.asText();
        if (!value.isValueNode() || key.isEmpty() || key.length() > MAX_OF_QUEUE) {
            String rule = "the payload's field '%s' must be a text of 1 to %s characters, a number or a boolean";
            throw new InvalidTaskException(type, List.of(new Violation("key", rule.formatted(field, MAX_OF_QUEUE))));
        }
        return key;
    }

    private static JsonNode at(JsonNode payload, String path) {
        JsonNode node = payload;
        for (String name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node;
    }

    private static String canonical(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .map(Map.Entry::getKey)
                    .sorted()
                    .map(name -> quoted(name) + ":" + canonical(value.get(name)))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(PayloadKey::canonical)
                    .collect(Collectors.joining(",", "[", "]"));
        }
        return value.isNumber() ? value.decimalValue().stripTrailingZeros().toPlainString() : value.toString();
    }

    private static String quoted(String name) {
        return TextNode.valueOf(name).toString();
    }
}
