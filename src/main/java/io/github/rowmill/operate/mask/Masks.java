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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Payloads without what is sensitive in them, for those who look at tasks. */
@Singleton
public class Masks {

    /** What stands for a value that is not shown. */
    public static final String MASK = "***";

    /** What stands for a payload that is encrypted where it is not to be told. */
    static final String ENCRYPTED = "encrypted";

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
        if (stored == null) {
            return null;
        }
        try {
            return hidden(type, cipher.decrypted(type, stored));
        } catch (EncryptedPayloadException e) {
            return stored;
        }
    }

    private @Nullable String hidden(String type, String payload) {
        Optional<JavaType> sensitive = sensitive(type);
        if (sensitive.isEmpty()) {
            return payload;
        }
        try {
            return mask(mapper.readTree(payload), sensitive.get()).toString();
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** A stored payload as it may be written down: one that is encrypted says no more than that. */
    public @Nullable String recorded(String type, @Nullable String stored) {
        return stored != null && cipher.isEncrypted(stored) ? ENCRYPTED : masked(type, stored);
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
            replaceAll(mapper.readTree(payload), MissingNode.getInstance(), sensitive.get(), (value, current) -> {
                found.add(value);
                return value;
            });
            return found.stream().anyMatch(value -> MASK.equals(value.textValue()));
        } catch (JsonProcessingException e) {
            return false; // Refused by whoever reads it as a payload.
        }
    }

    /**
     * Whether a search for what payloads contain tells of something sensitive.
     *
     * @param only the type of the tasks that are searched; null: they may be of any but those that are {@link #hidden}
     */
    public boolean isAskedFor(List<String> contained, @Nullable String only) {
        return contained.stream().anyMatch(one -> isAskedFor(one, only));
    }

    /** The types of which any search of payloads may tell something sensitive. */
    public Set<String> hidden() {
        return handlers.names().stream()
                .filter(name -> sensitive(name).filter(fields::mayHideAnyName).isPresent())
                .collect(Collectors.toSet());
    }

    private boolean isAskedFor(String contained, @Nullable String only) {
        try {
            JsonNode tree = mapper.readTree(contained);
            return handlers.names().stream()
                    .filter(name -> only == null || only.equals(name))
                    .map(this::sensitive)
                    .flatMap(Optional::stream)
                    .filter(type -> only != null || !fields.mayHideAnyName(type))
                    .anyMatch(type -> (fields.hidesPayload(type) && tells(tree)) || touches(tree, type));
        } catch (JsonProcessingException e) {
            return false; // It is no JSON, and finds nothing.
        }
    }

    /** An empty object is contained in each, and an empty list in each. */
    private static boolean tells(JsonNode contained) {
        return !contained.isContainerNode() || !contained.isEmpty();
    }

    /** JSON that is like a payload of this type, without what is sensitive in it. */
    JsonNode masked(String type, JsonNode tree) {
        return sensitive(type).map(sensitive -> mask(tree, sensitive)).orElse(tree);
    }

    private Optional<JavaType> sensitive(String type) {
        return handlers.find(type)
                .map(TaskType::payload)
                .map(payload -> payload.in(mapper.getTypeFactory()))
                .filter(fields::anywhereIn);
    }

    private JsonNode mask(JsonNode node, JavaType type) {
        return replaceAll(node, MissingNode.getInstance(), type, (value, current) -> TextNode.valueOf(MASK));
    }

    private JsonNode unmask(JsonNode node, JsonNode current, JavaType type) {
        return replaceAll(
                node,
                current,
                type,
                (value, was) -> MASK.equals(value.textValue()) && !was.isMissingNode() ? was : value);
    }

    private interface Replacement {

        JsonNode of(JsonNode value, JsonNode current);
    }

    private JsonNode replaceAll(JsonNode node, JsonNode current, JavaType type, Replacement replacement) {
        return fields.hidesPayload(type) && !node.isNull()
                ? replacement.of(node, current)
                : replace(node, current, type, replacement);
    }

    /** Replaces what is sensitive, in place; {@code current} is what stands in the same place of another payload. */
    private JsonNode replace(JsonNode node, JsonNode current, JavaType type, Replacement replacement) {
        if (fields.hides(type) && !node.isNull()) {
            return replacement.of(node, current);
        }
        Optional<JavaType> content = SensitiveFields.content(type);
        if (node instanceof ArrayNode list && content.isPresent()) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, replace(list.get(i), current.path(i), content.get(), replacement));
            }
        } else if (node instanceof ObjectNode object) {
            object.properties().forEach(entry -> {
                String name = entry.getKey();
                entry.setValue(field(entry.getValue(), current.path(name), fields.field(type, name), replacement));
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
        return fields.hides(field)
                ? replacement.of(value, current)
                : replace(value, current, field.type(), replacement);
    }

    private boolean touches(JsonNode node, JavaType type) {
        if (fields.hides(type)) {
            return tells(node);
        }
        Optional<JavaType> content = SensitiveFields.content(type);
        if (content.isPresent() && !type.isMapLikeType()) {
            // A list contains what one of its elements is, too.
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
