package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.PayloadType;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
    private final ObjectReader json;
    private final SensitiveFields fields;
    private final SensitiveValues values;
    private final SensitiveSearch search;

    Masks(Handlers handlers, PayloadCodec codec, PayloadCipher cipher) {
        this.handlers = handlers;
        this.cipher = cipher;
        this.mapper = codec.mapper();
        this.json = codec.exactReader();
        this.fields = new SensitiveFields(mapper);
        this.values = new SensitiveValues(fields);
        this.search = new SensitiveSearch(fields);
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
            return mask(json.readTree(payload), sensitive.get()).toString();
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

    /**
     * Returns a payload that a user sent, with the values of {@code current} in the place of its masks. An element of a
     * list keeps its values only if it is sent as it was shown, and no other one was shown so.
     *
     * @param current the stored payload; null if it is too large to be read
     * @return empty if a mask stands for no current value
     */
    public Optional<String> unmasked(String type, String sent, @Nullable String current) {
        Optional<JavaType> sensitive = sensitive(type);
        if (sensitive.isEmpty() || !sent.contains(MASK)) {
            return Optional.of(sent);
        }
        try {
            JsonNode is = current == null ? MissingNode.getInstance() : json.readTree(decrypted(type, current));
            return unmasked(json.readTree(sent), is, sensitive.get()).map(JsonNode::toString);
        } catch (JsonProcessingException | NumberFormatException e) {
            return Optional.of(sent); // No JSON: refused when it is read as a payload.
        }
    }

    private Optional<JsonNode> unmasked(JsonNode sent, JsonNode current, JavaType type) {
        List<JsonNode> left = new ArrayList<>();
        JsonNode whole = values.replace(sent, current, type, (value, is) -> {
            if (!isMask(value)) {
                return value;
            }
            if (is.isMissingNode()) {
                left.add(value);
            }
            return is;
        });
        return left.isEmpty() ? Optional.of(whole) : Optional.empty();
    }

    private static boolean isMask(JsonNode value) {
        return MASK.equals(value.textValue());
    }

    /** Returns whether a mask stands in the place of a sensitive value. */
    public boolean holdsMask(String type, String payload) {
        Optional<JavaType> sensitive = sensitive(type);
        if (sensitive.isEmpty() || !payload.contains(MASK)) {
            return false;
        }
        try {
            List<JsonNode> found = new ArrayList<>();
            values.replace(json.readTree(payload), MissingNode.getInstance(), sensitive.get(), (value, current) -> {
                found.add(value);
                return value;
            });
            return found.stream().anyMatch(Masks::isMask);
        } catch (JsonProcessingException | NumberFormatException e) {
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
            JsonNode tree = json.readTree(contained);
            return handlers.names().stream()
                    .filter(name -> only == null || only.equals(name))
                    .map(this::sensitive)
                    .flatMap(Optional::stream)
                    .filter(type -> only != null || !fields.mayHideAnyName(type))
                    .anyMatch(type -> search.reveals(tree, type));
        } catch (JsonProcessingException | NumberFormatException e) {
            return false; // No JSON: it finds nothing.
        }
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
        return values.replace(node, MissingNode.getInstance(), type, SensitiveValues.MASKED);
    }
}
