package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.PayloadType;
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

/** Masks the sensitive values of payloads before users see them. */
@Singleton
public class Masks {

    /** Placeholder for a sensitive value. */
    public static final String MASK = "***";

    /** Placeholder for an encrypted payload in the audit. */
    static final String ENCRYPTED = "encrypted";

    private final Handlers handlers;
    private final PayloadCipher cipher;
    private final ObjectMapper mapper;
    private final SensitiveFields fields;
    private final SensitiveValues values;

    Masks(Handlers handlers, PayloadCodec codec, PayloadCipher cipher) {
        this.handlers = handlers;
        this.cipher = cipher;
        this.mapper = codec.mapper();
        this.fields = new SensitiveFields(mapper);
        this.values = new SensitiveValues(fields);
    }

    /**
     * Returns a stored payload with its sensitive values masked. If it cannot be decrypted,
     * it is returned as stored.
     *
     * @return null if there is no payload, or if it is no JSON and its type has sensitive fields
     */
    public @Nullable String masked(String type, @Nullable String stored) {
        if (stored == null) {
            return null;
        }
        try {
            return hidden(sensitive(type), cipher.decrypted(type, stored));
        } catch (EncryptedPayloadException e) {
            return stored;
        }
    }

    /**
     * Returns a stored result with its sensitive values masked, by the class that the handler declares. If it cannot
     * be decrypted, it is returned as stored.
     *
     * @return null if there is no result, or if it is no JSON and its class has sensitive fields
     */
    public @Nullable String maskedResult(String type, @Nullable String stored) {
        if (stored == null) {
            return null;
        }
        try {
            return hidden(
                    sensitive(handlers.find(type).map(one -> one.handler().result())),
                    cipher.decryptedResult(type, stored));
        } catch (EncryptedPayloadException e) {
            return stored;
        }
    }

    /**
     * Returns a stored value of a step, or a stored payload of a signal, with its sensitive values masked. If it
     * cannot be decrypted, it is returned as stored.
     *
     * @param type the type's name in the row of the task
     * @param classes the classes that the value may have; a field that is sensitive in one of them is masked
     * @return null if it is no JSON and a class has sensitive fields
     */
    public @Nullable String maskedStep(String type, List<Class<?>> classes, String stored) {
        try {
            String shown = cipher.decryptedResult(type, stored);
            for (Class<?> one : classes) {
                shown = shown == null
                        ? null
                        : hidden(Optional.of(mapper.constructType(one)).filter(fields::anywhereIn), shown);
            }
            return shown;
        } catch (EncryptedPayloadException e) {
            return stored;
        }
    }

    private @Nullable String hidden(Optional<JavaType> sensitive, String payload) {
        if (sensitive.isEmpty()) {
            return payload;
        }
        try {
            return mask(mapper.readTree(payload), sensitive.get()).toString();
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /**
     * Returns a stored payload as the audit records it: masked, or only the word
     * {@code encrypted} if it is encrypted.
     */
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

    /** Returns a payload that a user sent, with the values of {@code current} in the place of its masks. */
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
            return sent; // No JSON: refused when it is read as a payload.
        }
    }

    /** Returns whether a mask stands in the place of a sensitive value. */
    public boolean holdsMask(String type, String payload) {
        Optional<JavaType> sensitive = sensitive(type);
        if (sensitive.isEmpty() || !payload.contains(MASK)) {
            return false;
        }
        try {
            List<JsonNode> found = new ArrayList<>();
            values.replace(mapper.readTree(payload), MissingNode.getInstance(), sensitive.get(), (value, current) -> {
                found.add(value);
                return value;
            });
            return found.stream().anyMatch(value -> MASK.equals(value.textValue()));
        } catch (JsonProcessingException e) {
            return false; // No JSON: refused when it is read as a payload.
        }
    }

    /**
     * Returns whether a search for the content of payloads would reveal a sensitive value.
     *
     * @param only the type of the tasks that are searched; if null, tasks of all types except {@link #hidden}
     */
    public boolean isAskedFor(List<String> contained, @Nullable String only) {
        return contained.stream().anyMatch(one -> isAskedFor(one, only));
    }

    /** Returns the types whose payloads cannot be searched, as any search may reveal a sensitive value. */
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
            return false; // No JSON: it finds nothing.
        }
    }

    /**
     * Returns whether finding this JSON reveals anything. Every object contains the empty object,
     * every list the empty list.
     */
    private static boolean tells(JsonNode contained) {
        return !contained.isContainerNode() || !contained.isEmpty();
    }

    /** Masks the sensitive values of JSON that is built like a payload of this type. */
    JsonNode masked(String type, JsonNode tree) {
        return sensitive(type).map(sensitive -> mask(tree, sensitive)).orElse(tree);
    }

    private Optional<JavaType> sensitive(String type) {
        return sensitive(handlers.find(type).map(TaskType::payload));
    }

    private Optional<JavaType> sensitive(Optional<PayloadType> declared) {
        return declared.map(one -> one.in(mapper.getTypeFactory())).filter(fields::anywhereIn);
    }

    private JsonNode mask(JsonNode node, JavaType type) {
        return values.replace(node, MissingNode.getInstance(), type, (value, current) -> TextNode.valueOf(MASK));
    }

    private JsonNode unmask(JsonNode node, JsonNode current, JavaType type) {
        return values.replace(
                node,
                current,
                type,
                (value, was) -> MASK.equals(value.textValue()) && !was.isMissingNode() ? was : value);
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
