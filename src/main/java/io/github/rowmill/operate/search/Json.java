package io.github.rowmill.operate.search;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.rowmill.api.Violation;
import io.github.rowmill.payload.StorableJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * JSON within a query.
 *
 * @param end index of the first character after it
 */
record Json(JsonNode node, int end) {

    /** Deepest nesting: the default for payloads. */
    private static final int MAX_DEPTH = 100;

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** Reads the JSON that begins at this index. The text after it is ignored. */
    static Json read(String text, int from) {
        try (JsonParser parser = MAPPER.createParser(text.substring(from))) {
            JsonNode node = MAPPER.readTree(parser);
            List<Violation> faults = StorableJson.unstorable("payload", node);
            if (!faults.isEmpty()) {
                throw new MisreadException(from, faults.get(0).toString());
            }
            return new Json(node, from + (int) parser.currentLocation().getCharOffset());
        } catch (JsonProcessingException e) {
            throw new MisreadException(from + offset(e, text.length() - from), "expected JSON");
        } catch (NumberFormatException e) {
            throw new MisreadException(from, "expected JSON with smaller numbers");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory causes none
        }
    }

    private static int offset(JsonProcessingException e, int length) {
        long offset = e.getLocation() == null ? 0 : e.getLocation().getCharOffset();
        return (int) Math.max(0, Math.min(offset, length));
    }

    /** Returns JSON with the node at a path and nothing else, for example {@code {"customer": {"id": 7}}}. */
    static String at(List<String> path, JsonNode node) {
        JsonNode around = node;
        for (int i = path.size() - 1; i >= 0; i--) {
            around = JsonNodeFactory.instance.objectNode().set(path.get(i), around);
        }
        return around.toString();
    }
}
