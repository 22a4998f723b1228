package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.rowmill.api.Handles;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.payload.Codecs;
import io.github.rowmill.payload.PayloadCodec;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Has a type whose payload has every kind of value, and a type with JSON as payload. Checks JSON that is to be stored.
 */
final class Payloads {

    static final int MAX_BYTES = 2000;
    static final int MAX_DEPTH = 20;

    /**
     * Largest numbers of digits before and after the point in PostgreSQL's {@code numeric}, and so in {@code jsonb}.
     */
    private static final int MAX_DIGITS_BEFORE = 131_072;

    private static final int MAX_DIGITS_AFTER = 16_383;

    enum State {
        NEW,
        PAID
    }

    record Line(@NotNull String text, @Min(1) int count) {}

    record Order(
            @Nullable String customer,
            @Nullable List<@Valid Line> lines,
            @Nullable Map<String, @Valid Line> byName,
            @Nullable Map<String, Object> rest,
            @Nullable BigDecimal price,
            @Nullable BigInteger number,
            @Nullable Double weight,
            @Nullable Float size,
            @Nullable Long stamp,
            @Nullable Boolean paid,
            @Nullable State state,
            @Nullable JsonNode notes) {}

    private static final JsonFactory UNLIMITED = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final ObjectMapper EXACT = JsonMapper.builder(UNLIMITED)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final Handlers HANDLERS = TestTypes.handlers(
            TestTypes.declare(Orders.class, Order.class), TestTypes.declare(Trees.class, JsonNode.class));

    private static final PayloadCodec CODEC = Codecs.of(
            HANDLERS,
            Map.of(
                    "rowmill.payload.max-size", Integer.toString(MAX_BYTES),
                    "rowmill.payload.max-depth", Integer.toString(MAX_DEPTH)));

    private Payloads() {}

    static PayloadCodec codec() {
        return CODEC;
    }

    static Handlers handlers() {
        return HANDLERS;
    }

    static TaskType type(String name) {
        return HANDLERS.find(name).orElseThrow();
    }

    /** Returns whether two texts are the same JSON. Numbers are compared by their value. */
    static boolean isSame(String json, String other) {
        try {
            return EXACT.readTree(json).equals(Payloads::compare, EXACT.readTree(other));
        } catch (IOException e) {
            throw new UncheckedIOException(json, e);
        }
    }

    private static int compare(JsonNode one, JsonNode other) {
        boolean numbers = one.isNumber() && other.isNumber();
        return numbers ? one.decimalValue().compareTo(other.decimalValue()) : one.equals(other) ? 0 : 1;
    }

    /**
     * Returns the JSON as {@code jsonb} returns it, with numbers in full. Fails if {@code jsonb} would not accept it.
     */
    static String asJsonb(String json) {
        assertThat(json.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(MAX_BYTES);
        StringWriter text = new StringWriter();
        try (JsonParser parser = UNLIMITED.createParser(json);
                JsonGenerator generator = UNLIMITED.createGenerator(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                assertThat(parser.getParsingContext().getNestingDepth()).isLessThanOrEqualTo(MAX_DEPTH);
                copy(token, parser, generator);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(json, e);
        }
        return text.toString();
    }

    private static void copy(JsonToken token, JsonParser parser, JsonGenerator generator) throws IOException {
        if (token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING) {
            Texts.assertStorable(parser.getText());
        }
        if (token.isNumeric()) {
            BigDecimal number = new BigDecimal(parser.getText());
            assertThat((long) number.precision() - number.scale()).isLessThanOrEqualTo(MAX_DIGITS_BEFORE);
            assertThat(number.scale()).isLessThanOrEqualTo(MAX_DIGITS_AFTER);
            generator.writeNumber(number.toPlainString());
        } else {
            generator.copyCurrentEvent(parser);
        }
    }

    private static final class Orders {

        @Handles("order")
        void run() {}
    }

    private static final class Trees {

        @Handles("tree")
        void run() {}
    }
}
