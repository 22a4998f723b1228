package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.operate.mask.SensitiveFields.Field;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Finds searches for the content of payloads that would reveal a sensitive value. */
final class SensitiveSearch {

    private final SensitiveFields fields;

    SensitiveSearch(SensitiveFields fields) {
        this.fields = fields;
    }

    /** Returns whether finding this JSON in a payload of the type reveals a sensitive value. */
    boolean reveals(JsonNode contained, JavaType type) {
        return (fields.hidesPayload(type) && tells(contained)) || touches(contained, type);
    }

    /**
     * Returns whether finding this JSON reveals anything. Every object contains the empty object,
     * every list the empty list.
     */
    private static boolean tells(JsonNode contained) {
        return !contained.isContainerNode() || !contained.isEmpty();
    }

    private boolean touches(JsonNode node, JavaType type) {
        if (fields.hides(type)) {
            return tells(node);
        }
        Optional<JavaType> content = SensitiveFields.content(type);
        if (content.isPresent() && !type.isMapLikeType()) {
            // A value that is no list may match an element of a list.
            return node.isArray()
                    ? StreamSupport.stream(node.spliterator(), false)
                            .anyMatch(element -> touches(element, content.get()))
                    : touches(node, content.get());
        }
        return node.properties().stream().anyMatch(entry -> {
            Field field = fields.field(type, entry.getKey());
            return field != null && (fields.hides(field) || touches(entry.getValue(), field.type()));
        });
    }
}
