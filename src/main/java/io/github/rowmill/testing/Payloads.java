package io.github.rowmill.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.task.Task;

/** Reads payloads of tasks as JSON, and compares them with the JSON that a test expects. */
final class Payloads {

    private final ObjectMapper mapper;
    private final PayloadCipher cipher;

    Payloads(ObjectMapper mapper, PayloadCipher cipher) {
        this.mapper = mapper;
        this.cipher = cipher;
    }

    /** Returns the payload of a task, decrypted if it is encrypted. */
    String of(Task task) {
        return cipher.decrypted(task.getType(), task.getDetails());
    }

    /** Returns a payload as JSON, as an enqueue writes it. */
    String json(Object payload) {
        try {
            return mapper.writeValueAsString(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the expected payload cannot be written as JSON: " + e.getMessage(), e);
        }
    }

    /** Returns whether two texts are equal as JSON. */
    boolean same(String expected, String actual) {
        return tree(expected).equals(Payloads::compare, tree(actual));
    }

    /** Compares numbers by value, because the database may return another notation: 100 for 1e2. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private JsonNode tree(String json) {
        try {
            return mapper.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("this is no JSON: " + json, e);
        }
    }
}
