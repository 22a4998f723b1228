package io.github.rowmill.feature.context;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A digest of the content of a payload. PostgreSQL returns JSON in another form than it was given: fields in
 * another order, numbers without exponents. The digest is equal for both forms.
 */
final class PayloadDigest {

    private static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private PayloadDigest() {}

    static String of(String json) {
        Digest digest = new Digest();
        try {
            add(digest, MAPPER.readTree(json));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        return digest.hex();
    }

    private static void add(Digest digest, JsonNode node) {
        digest.add(node.getNodeType().name());
        if (node.isObject()) {
            Map<String, JsonNode> fields = new TreeMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            digest.add(String.valueOf(fields.size()));
            fields.forEach((name, value) -> {
                digest.add(name);
                add(digest, value);
            });
        } else if (node.isArray()) {
            digest.add(String.valueOf(node.size()));
            node.forEach(element -> add(digest, element));
        } else {
            digest.add(
                    node.isNumber() ? node.decimalValue().stripTrailingZeros().toString() : node.asText());
        }
    }
}
