package io.github.rowmill.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.github.rowmill.api.Ending;
import io.github.rowmill.api.InvalidResultException;
import io.github.rowmill.api.ResultTooLargeException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.PayloadType;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the values that handlers return to JSON and back, by the same mapper as payloads. */
@Singleton
public class ResultCodec {

    /** The name of a result in messages. */
    private static final String RESULT = "result";

    /** The name of the value of a step in messages. */
    private static final String VALUE = "value";

    private final ObjectMapper mapper;
    private final PayloadCipher cipher;
    private final Handlers handlers;
    private final long maxBytes;

    ResultCodec(PayloadCodec payloads, PayloadCipher cipher, Handlers handlers, RowmillConfig config) {
        this.handlers = handlers;
        this.mapper = payloads.mapper();
        this.cipher = cipher;
        this.maxBytes = config.result().maxSize().asLongValue();
    }

    /**
     * Returns the form in which a result is stored: JSON, or its encrypted form.
     *
     * @param name the type's name in the row of the task, which may be an alias
     * @return null if there is no result: the value is null, or an ending of the engine
     * @throws ResultTooLargeException it has too many bytes
     * @throws InvalidResultException it cannot be stored as JSON
     */
    public @Nullable String stored(TaskType type, String name, @Nullable Object result) {
        if (result == null || result instanceof Ending) {
            return null;
        }
        String json = json(type, result);
        return json.equals("null") ? null : stored(name, type.name(), json, result.getClass());
    }

    /**
     * Returns the form in which a result from outside is stored. {@link #refusal} must allow it.
     *
     * @param name the type's name in the row of the task, which may be an alias
     * @param json the result as JSON; null if there is none
     */
    public @Nullable String storedJson(String name, @Nullable String json) {
        return json == null || json.equals("null") ? null : encrypted(name, json);
    }

    /**
     * Returns a stored result, or a stored value of a step, as JSON.
     *
     * @param type the type's name in the row of the task
     * @throws io.github.rowmill.api.EncryptedPayloadException it is encrypted, and this node does not have the key
     */
    public String plainJson(String type, String stored) {
        return cipher.decryptedResult(type, stored);
    }

    /**
     * Returns why JSON from outside cannot be kept as a result; null if it can. The path of the field begins with
     * {@code result}.
     */
    public @Nullable Violation refusal(String json) {
        return refusal(RESULT, json);
    }

    private @Nullable Violation refusal(String root, String json) {
        long bytes = bytes(json);
        return bytes > maxBytes
                ? new Violation(
                        root, "must have at most %s bytes (rowmill.result.max-size), has %s".formatted(maxBytes, bytes))
                : unstorable(root, json);
    }

    private String stored(String name, String type, String json, Class<?> from) {
        long bytes = bytes(json);
        if (bytes > maxBytes) {
            throw new ResultTooLargeException(name, bytes, maxBytes);
        }
        Violation problem = unstorable(RESULT, json);
        if (problem != null) {
            throw InvalidResultException.unwritable(name, from.getName(), problem.toString());
        }
        return cipher.encryptedResult(name, type, json);
    }

    /**
     * Returns the form in which the value of a step is stored.
     *
     * @param name the type's name in the row of the task, which may be an alias
     * @return null if the value is null
     * @throws ResultTooLargeException it has too many bytes
     * @throws InvalidResultException it cannot be stored as JSON
     */
    public @Nullable String storedStep(TaskType type, String name, String step, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        Json json = json(VALUE, value);
        if (json.bytes() > maxBytes) {
            throw ResultTooLargeException.ofStep(step, json.bytes(), maxBytes);
        }
        Violation problem = json.refusal();
        if (problem != null) {
            throw InvalidResultException.unwritableStep(step, value.getClass().getName(), problem.toString());
        }
        return cipher.encryptedResult(name, type.name(), json.text());
    }

    /**
     * A value as JSON.
     *
     * @param refusal the reason why it cannot be stored; null if it can
     */
    public record Json(String text, long bytes, @Nullable Violation refusal) {}

    /**
     * Returns a value as JSON.
     *
     * @param root the name of the value in the refusal
     */
    public Json json(String root, Object value) {
        try {
            String text = mapper.writeValueAsString(value);
            return new Json(text, bytes(text), refusal(root, text));
        } catch (JsonProcessingException e) {
            return new Json("null", 0, problem(root, e));
        }
    }

    /**
     * Returns the form in which the payload of a signal is stored. It must have no refusal.
     *
     * @param name the type's name in the row of the task, which may be an alias
     */
    public String storedSignal(String name, Json payload) {
        return encrypted(name, payload.text());
    }

    private String encrypted(String name, String json) {
        String type = handlers.find(name).map(TaskType::name).orElse(name);
        return cipher.encryptedResult(name, type, json);
    }

    /**
     * Returns the stored value of a step as an object, as {@link #read} does.
     *
     * @throws InvalidResultException it does not fit the class
     */
    public <T> @Nullable T readStep(String type, String step, @Nullable String stored, Class<T> wanted) {
        if (stored == null) {
            return null;
        }
        try {
            return mapper.readValue(cipher.decryptedResult(type, stored), wanted);
        } catch (JsonProcessingException e) {
            throw InvalidResultException.unreadableStep(
                    step, wanted.getName(), problem(VALUE, e).toString());
        }
    }

    /** Returns the size; the number of characters is enough if it is beyond the limit. */
    private long bytes(String json) {
        return json.length() > maxBytes ? json.length() : json.getBytes(StandardCharsets.UTF_8).length;
    }

    private String json(TaskType type, Object result) {
        try {
            return writer(type.handler().result(), result).writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw InvalidResultException.unwritable(
                    type.name(), result.getClass().getName(), problem(RESULT, e).toString());
        }
    }

    /** Returns a writer for the declared type: an object lacks its type arguments and names of subclasses. */
    private ObjectWriter writer(@Nullable PayloadType declared, Object result) {
        return declared != null
                        && !declared.arguments().isEmpty()
                        && declared.raw().isInstance(result)
                ? mapper.writerFor(declared.in(mapper.getTypeFactory()))
                : mapper.writer();
    }

    private @Nullable Violation unstorable(String root, String json) {
        if (!StorableJson.mayBeUnstorable(json)) {
            return null;
        }
        try {
            List<Violation> violations = StorableJson.unstorable(root, mapper.readTree(json));
            return violations.isEmpty() ? null : violations.get(0);
        } catch (JsonProcessingException e) {
            return problem(root, e);
        } catch (NumberFormatException e) {
            // Jackson throws this while it reads a tree, if an exponent is out of all bounds.
            return new Violation(root, "has a number out of range");
        }
    }

    /**
     * Returns a stored result as an object. Fields that the class does not have are ignored.
     *
     * @param type the type's name in the row of the task
     * @return null if there is no result
     * @throws InvalidResultException it does not fit the class
     * @throws io.github.rowmill.api.EncryptedPayloadException it is encrypted, and this node does not have the key
     */
    public <T> @Nullable T read(String type, @Nullable String stored, Class<T> wanted) {
        if (stored == null) {
            return null;
        }
        String json = cipher.decryptedResult(type, stored);
        try {
            return mapper.readValue(json, wanted);
        } catch (JsonProcessingException e) {
            throw InvalidResultException.unreadable(
                    type, wanted.getName(), problem(RESULT, e).toString());
        }
    }

    private static Violation problem(String root, JsonProcessingException e) {
        return new Violation(StorableJson.cut(JsonProblem.unquotedPath(root, e)), JsonProblem.unquoted(e));
    }
}
