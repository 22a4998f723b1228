package io.github.rowmill.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.task.Task;

/** Payloads of tasks, as JSON that can be compared with what a test expects. */
final class Payloads {

    private final ObjectMapper mapper;
    private final PayloadCipher cipher;

    Payloads(ObjectMapper mapper, PayloadCipher cipher) {
        this.mapper = mapper;
        this.cipher = cipher;
    }

    /** As it was before it was encrypted, if it is. */
    String of(Task task) {
        return cipher.decrypted(task.getType(), task.getDetails());
    }

    /** As an enqueue writes it. */
    String json(Object payload) {
        try {
            return mapper.writeValueAsString(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the expected payload cannot be written as JSON: " + e.getMessage(), e);
        }
    }

    /** Whether two texts are the same JSON. */
    boolean same(String expected, String actual) {
        return tree(expected).equals(Payloads::compare, tree(actual));
    }

    /** A number that came back from the database may be written otherwise: 1e2 is 100. */
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
