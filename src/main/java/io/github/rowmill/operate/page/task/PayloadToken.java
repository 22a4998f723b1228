package io.github.rowmill.operate.page.task;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.github.rowmill.operate.mask.Masks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A piece of formatted JSON. Numbers are shown as they are written, with all digits.
 *
 * @param kind CSS class of its colour: {@code k} for keys, {@code s} for strings, {@code d} for numbers, {@code w}
 *     for words, {@code mask} for masked values; empty for punctuation
 */
record PayloadToken(String kind, String text) {

    /** Most pieces that are shown; the API has the rest. */
    private static final int MAX = 3_000;

    private static final String INDENT = "  ";
    private static final JsonFactory FACTORY = new JsonFactory();

    static List<PayloadToken> of(String json) {
        Layout layout = new Layout();
        try (JsonParser parser = FACTORY.createParser(json)) {
            for (JsonToken next = parser.nextToken();
                    next != null && layout.tokens.size() < MAX;
                    next = parser.nextToken()) {
                layout.add(next, parser.getText());
            }
            if (layout.tokens.size() >= MAX) {
                layout.put("mask", "… cut: read the rest by the API");
            }
            return layout.tokens;
        } catch (IOException e) {
            return List.of(new PayloadToken("", json));
        }
    }

    private static final class Layout {

        private final List<PayloadToken> tokens = new ArrayList<>();
        private int depth;
        private boolean isFirst = true;
        private boolean isValue;

        private void add(JsonToken token, String text) {
            if (token.isStructEnd()) {
                depth--;
                put("", isFirst ? text : "\n" + INDENT.repeat(depth) + text);
                isFirst = false;
                return;
            }
            lead();
            switch (token) {
                case START_OBJECT, START_ARRAY -> open(text);
                case FIELD_NAME -> {
                    put("k", quoted(text));
                    put("", ": ");
                    isValue = true;
                }
                case VALUE_STRING -> put(text.equals(Masks.MASK) ? "mask" : "s", shown(text));
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> put("d", text);
                default -> put("w", text);
            }
        }

        /** Adds the separator between a value or a name and the text before it. */
        private void lead() {
            if (!isValue && depth > 0) {
                put("", (isFirst ? "\n" : ",\n") + INDENT.repeat(depth));
            }
            isFirst = false;
            isValue = false;
        }

        private void open(String bracket) {
            put("", bracket);
            depth++;
            isFirst = true;
        }

        private void put(String kind, String text) {
            tokens.add(new PayloadToken(kind, text));
        }

        private static String shown(String text) {
            return text.equals(Masks.MASK) ? "masked" : quoted(text);
        }
    }

    /** Quotes a text as JSON does. */
    static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
