package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.mask.SensitiveFields.Field;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Payloads without what is sensitive in them, for those who look at tasks. */
@Singleton
public class Masks {

    /** What stands for a value that is not shown. */
    public static final String MASK = "***";

    /** What stands for a payload that is encrypted where it is not to be told. */
    private static final String ENCRYPTED = "encrypted";

    private final Handlers handlers;
    private final PayloadCipher cipher;
    private final ObjectMapper mapper;
    private final SensitiveFields fields;

    Masks(Handlers handlers, PayloadCodec codec, PayloadCipher cipher) {
        this.handlers = handlers;
        this.cipher = cipher;
        this.mapper = codec.mapper();
        this.fields = new SensitiveFields(mapper);
    }

    /**
     * A stored payload as it may be shown. One that cannot be decrypted is shown as it is, and one that cannot be read is not
     * if its type has something sensitive.
     */
    public @Nullable String masked(String type, @Nullable String stored) {
        Optional<JavaType> sensitive = sensitive(type);
        String payload = stored == null ? null : decrypted(type, stored);
        if (payload == null || sensitive.isEmpty() || cipher.isEncrypted(payload)) {
            return payload;
        }
        try {
            return mask(mapper.readTree(payload), sensitive.get()).toString();
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** A stored payload as it may be written down: one that is encrypted says no more than that. */
    public @Nullable String recorded(String type, String stored) {
        return cipher.isEncrypted(stored) ? ENCRYPTED : masked(type, stored);
    }

    private String decrypted(String type, String stored) {
        try {
            return cipher.decrypted(type, stored);
        } catch (EncryptedPayloadException e) {
            return stored;
        }
    }

    /** The payload that somebody sends who was shown a masked one: where a mask stands, the value stays what it is. */
    public String unmasked(String type, String sent, @Nullable String current) {
        Optional<JavaType> sensitive = sensitive(type);
        if (current == null || sensitive.isEmpty() || !sent.contains(MASK)) {
            return sent;
        }
        try {
            JsonNode tree = mapper.readTree(sent);
            return unmask(tree, mapper.readTree(decrypted(type, current)), sensitive.get())
                    .toString();
        } catch (JsonProcessingException e) {
            return sent; // Refused by whoever reads it as a payload.
        }
    }

    /** Whether a mask stands where something sensitive should. */
    public boolean holdsMask(String type, String payload) {
        Optional<JavaType> sensitive = sensitive(type);
        if (sensitive.isEmpty() || !payload.contains(MASK)) {
            return false;
        }
        try {
            List<JsonNode> found = new ArrayList<>();
            replace(mapper.readTree(payload), MissingNode.getInstance(), sensitive.get(), (value, current) -> {
                found.add(value);
                return value;
            });
            return found.stream().anyMatch(value -> MASK.equals(value.textValue()));
        } catch (JsonProcessingException e) {
            return false; // Refused by whoever reads it as a payload.
        }
    }

    /** Whether a search for what payloads contain tells of something sensitive, of whatever type. */
    public boolean isAskedFor(List<String> contained) {
        return contained.stream().anyMatch(this::isAskedFor);
    }

    private boolean isAskedFor(String contained) {
        try {
            return isAskedFor(mapper.readTree(contained));
        } catch (JsonProcessingException e) {
            return false; // It is no JSON, and finds nothing.
        }
    }

    private boolean isAskedFor(JsonNode contained) {
        return handlers.names().stream()
                .map(this::sensitive)
                .flatMap(Optional::stream)
                .anyMatch(type -> touches(contained, type));
    }

    private Optional<JavaType> sensitive(String type) {
        return handlers.find(type)
                .map(TaskType::payload)
                .map(payload -> payload.in(mapper.getTypeFactory()))
                .filter(fields::anywhereIn);
    }

    private JsonNode mask(JsonNode node, JavaType type) {
        return replace(node, MissingNode.getInstance(), type, (value, current) -> TextNode.valueOf(MASK));
    }

    private JsonNode unmask(JsonNode node, JsonNode current, JavaType type) {
        return replace(
                node,
                current,
                type,
                (value, was) -> MASK.equals(value.textValue()) && !was.isMissingNode() ? was : value);
    }

    private interface Replacement {

        JsonNode of(JsonNode value, JsonNode current);
    }

    /** Replaces what is sensitive, in place; {@code current} is what stands in the same place of another payload. */
    private JsonNode replace(JsonNode node, JsonNode current, JavaType type, Replacement replacement) {
        Optional<JavaType> content = SensitiveFields.content(type);
        if (node instanceof ArrayNode list && content.isPresent()) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, replace(list.get(i), current.path(i), content.get(), replacement));
            }
        } else if (node instanceof ObjectNode object) {
            object.properties().forEach(entry -> {
                String name = entry.getKey();
                entry.setValue(field(entry.getValue(), current.path(name), named(type, name), replacement));
            });
        } else if (content.isPresent()) {
            return replace(node, current, content.get(), replacement);
        }
        return node;
    }

    private JsonNode field(JsonNode value, JsonNode current, @Nullable Field field, Replacement replacement) {
        if (field == null || value.isNull()) {
            return value;
        }
        return field.sensitive() ? replacement.of(value, current) : replace(value, current, field.type(), replacement);
    }

    /** Any name of a map is a field of what it is of. */
    private @Nullable Field named(JavaType type, String name) {
        if (type.isMapLikeType()) {
            return new Field(false, type.getContentType());
        }
        if (type.isReferenceType()) {
            return named(type.getContentType(), name);
        }
        Map<String, Field> of = fields.of(type);
        return of.get(name);
    }

    private boolean touches(JsonNode node, JavaType type) {
        Optional<JavaType> content = SensitiveFields.content(type);
        if (node.isArray() && content.isPresent()) {
            for (JsonNode element : node) {
                if (touches(element, content.get())) {
                    return true;
                }
            }
            return false;
        }
        return node.properties().stream().anyMatch(entry -> {
            Field field = named(type, entry.getKey());
            return field != null && (field.sensitive() || touches(entry.getValue(), field.type()));
        });
    }
}
