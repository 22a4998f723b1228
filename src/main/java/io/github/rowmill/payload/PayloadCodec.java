package io.github.rowmill.payload;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.api.UnreadablePayloadException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.PayloadType;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.inject.Singleton;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts payloads to JSON and back, and checks them on the way in. The mapper is a copy of the application's, so
 * its modules apply. It has its own limits and no default typing: no class name in a row chooses the class to
 * create. It writes empty fields too, so that handlers receive exactly what was validated.
 */
@Singleton
public class PayloadCodec {

    private static final String EMPTY = "{}";
    private static final PayloadType TREE = PayloadType.of(JsonNode.class);

    private final ObjectMapper lenient;
    private final ObjectMapper strict;
    private final PayloadConstraints constraints;
    private final Handlers handlers;
    private final PayloadCipher cipher;
    private final long maxBytes;

    PayloadCodec(
            ObjectMapper application,
            Validator validator,
            Handlers handlers,
            PayloadCipher cipher,
            RowmillConfig config) {
        this.constraints = new PayloadConstraints(validator);
        this.handlers = handlers;
        this.cipher = cipher;
        this.maxBytes = config.payload().maxSize().asLongValue();
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(config.payload().maxDepth())
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(config.payload().maxDepth())
                        .build())
                .build();
        this.lenient = application
                .copyWith(factory)
                .deactivateDefaultTyping()
                .setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        this.strict = exact(lenient.copy()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));
    }

    /** Keeps all digits of numbers in untyped JSON. As a double, 1e400 would become the text Infinity. */
    private static ObjectMapper exact(ObjectMapper mapper) {
        return mapper.setConfig(mapper.getDeserializationConfig()
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES));
    }

    /**
     * Returns the JSON of a new task's payload.
     *
     * @throws InvalidTaskException the payload does not fit the type, breaks its constraints or cannot be stored
     * @throws PayloadTooLargeException it has too many bytes
     */
    public String write(NewTask task) {
        Object payload = payload(task);
        if (payload == null) {
            return EMPTY;
        }
        refuse(
                task.type(),
                constraints.violations(payload).limit(StorableJson.MAX_FAULTS).toList());
        String json = toJson(task.type(), payload);
        checkSize(task.type(), json);
        if (StorableJson.mayBeUnstorable(json)) {
            // JSON that can be written may be too long to be read: a name, or the digits of a number.
            refuse(task.type(), StorableJson.unstorable("payload", parse(task.type(), json, TREE)));
        }
        return json;
    }

    /** Returns the form of a payload in the database: the JSON, or its encrypted form. */
    public String stored(String type, String json) {
        return cipher.encrypted(type, handlers.find(type).map(TaskType::name).orElse(type), json);
    }

    /**
     * Returns the unique key of a new task whose payload is this JSON, or null if it has none.
     *
     * @throws InvalidTaskException the key is made of a field that the payload does not have
     */
    public @Nullable String uniqueKey(NewTask task, String json) {
        return task.uniqueBy().isEmpty()
                ? task.uniqueKey()
                : PayloadKey.of(task.type(), parse(task.type(), json, TREE), task.uniqueBy());
    }

    /**
     * Returns the key of a new task whose payload is this JSON: its own, or that of a field; null if it has none.
     *
     * @param field a path, or empty if the key is not read from the payload
     * @throws InvalidTaskException the field's value cannot be a key
     */
    public @Nullable String queueKey(NewTask task, String json, String field) {
        return task.key() != null || field.isEmpty()
                ? task.key()
                : PayloadKey.ofQueue(task.type(), parse(task.type(), json, TREE), field);
    }

    /**
     * Returns the payload of a claimed task for its handler. Fields that the class does not have are ignored, so
     * that old and new nodes may run in parallel.
     *
     * @param name the type's name in the row of the task, which may be an alias
     * @throws UnreadablePayloadException the JSON does not fit the class
     * @throws io.github.rowmill.api.EncryptedPayloadException it is encrypted, and this node does not have the key
     */
    public @Nullable Object read(TaskType type, String name, String stored) {
        PayloadType payload = type.payload();
        if (payload == null) {
            return null;
        }
        String json = cipher.decrypted(name, stored);
        try {
            return lenient.readValue(json, payload.in(lenient.getTypeFactory()));
        } catch (JsonProcessingException e) {
            // Leaves out the value and the exception, which quotes it: users without view-payload see errors.
            String where = StorableJson.cut(JsonProblem.unquotedPath("payload", e));
            throw new UnreadablePayloadException(
                    type.name(), payload.name(), new Violation(where, JsonProblem.unquoted(e)).toString());
        }
    }

    /** Returns the mapper that payloads are stored and read back with. */
    public ObjectMapper mapper() {
        return lenient;
    }

    /** Returns a reader of untyped JSON that keeps all digits of numbers, and refuses what follows the JSON. */
    public ObjectReader exactReader() {
        return strict.reader();
    }

    /** Returns the payload. A task without one has a payload without fields; its type may refuse that. */
    private @Nullable Object payload(NewTask task) {
        String json = task.json();
        if (json != null) {
            checkSize(task.type(), json);
            return read(task.type(), json);
        }
        boolean missing = task.payload() == null
                && handlers.find(task.type()).map(TaskType::payload).isPresent();
        return missing ? read(task.type(), EMPTY) : task.payload();
    }

    private Object read(String type, String json) {
        PayloadType target = handlers.find(type).map(TaskType::payload).orElse(TREE);
        Object read = parse(type, json, target);
        refuse(type, read == null ? List.of(new Violation("payload", "must not be null")) : List.of());
        return read;
    }

    private <T> T parse(String type, String json, PayloadType target) {
        try {
            return strict.readValue(json, target.in(strict.getTypeFactory()));
        } catch (JsonProcessingException e) {
            throw new InvalidTaskException(type, List.of(problem(e)));
        } catch (NumberFormatException e) {
            // Jackson throws this while it reads a tree, if an exponent is out of all bounds.
            throw new InvalidTaskException(type, List.of(new Violation("payload", "has a number out of range")));
        }
    }

    private String toJson(String type, Object payload) {
        try {
            return writer(type, payload).writeValueAsString(payload);
        } catch (JsonProcessingException e) {
            throw new InvalidTaskException(type, List.of(problem(e)));
        }
    }

    /** Returns a writer for the handler's type: an object lacks its type arguments and names of subclasses. */
    private ObjectWriter writer(String type, Object payload) {
        return handlers.find(type)
                .map(TaskType::payload)
                .filter(declared ->
                        !declared.arguments().isEmpty() && declared.raw().isInstance(payload))
                .map(declared -> lenient.writerFor(declared.in(lenient.getTypeFactory())))
                .orElseGet(lenient::writer);
    }

    private static Violation problem(JsonProcessingException e) {
        return new Violation(StorableJson.cut(JsonProblem.path("payload", e)), JsonProblem.unquoted(e));
    }

    private void checkSize(String type, String json) {
        long bytes = json.length() > maxBytes ? json.length() : json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > maxBytes) {
            throw new PayloadTooLargeException(type, bytes, maxBytes);
        }
    }

    private static void refuse(String type, List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidTaskException(type, violations);
        }
    }
}
