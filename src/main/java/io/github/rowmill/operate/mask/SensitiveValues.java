package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.operate.mask.SensitiveFields.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the sensitive values of JSON by its type, and replaces them. */
final class SensitiveValues {

    /** Replaces each value by its mask. */
    static final Replacement MASKED = (value, current) -> TextNode.valueOf(Masks.MASK);

    private final SensitiveFields fields;

    SensitiveValues(SensitiveFields fields) {
        this.fields = fields;
    }

    /** Returns what stands in the place of a value. */
    interface Replacement {

        /** @param current the value at the same place of another payload; missing if there is none */
        JsonNode of(JsonNode value, JsonNode current);
    }

    /**
     * Replaces the sensitive values of a payload in place.
     *
     * @param current another payload of the same type
     */
    JsonNode replace(JsonNode payload, JsonNode current, JavaType type, Replacement replacement) {
        return fields.hidesPayload(type) && !payload.isNull()
                ? replacement.of(payload, current)
                : within(payload, current, type, replacement);
    }

    private JsonNode within(JsonNode node, JsonNode current, JavaType type, Replacement replacement) {
        if (fields.hides(type) && !node.isNull()) {
            return replacement.of(node, current);
        }
        Optional<JavaType> content = SensitiveFields.content(type);
        if (node instanceof ArrayNode list && content.isPresent()) {
            ShownElements shown = shown(current, content.get());
            int size = list.size();
            for (int i = 0; i < size; i++) {
                JsonNode element = list.get(i);
                list.set(i, within(element, shown.find(element, i, size), content.get(), replacement));
            }
        } else if (node instanceof ObjectNode object) {
            object.properties().forEach(entry -> {
                String name = entry.getKey();
                entry.setValue(field(entry.getValue(), current.path(name), fields.field(type, name), replacement));
            });
        } else if (content.isPresent()) {
            return within(node, current, content.get(), replacement);
        }
        return node;
    }

    private ShownElements shown(JsonNode current, JavaType content) {
        List<JsonNode> elements = new ArrayList<>();
        List<String> forms = new ArrayList<>();
        current.elements().forEachRemaining(element -> {
            elements.add(element);
            forms.add(within(element.deepCopy(), MissingNode.getInstance(), content, MASKED)
                    .toString());
        });
        return ShownElements.of(elements, forms);
    }

    private JsonNode field(JsonNode value, JsonNode current, @Nullable Field field, Replacement replacement) {
        if (field == null || value.isNull()) {
            return value;
        }
        return fields.hides(field) ? replacement.of(value, current) : within(value, current, field.type(), replacement);
    }
}
