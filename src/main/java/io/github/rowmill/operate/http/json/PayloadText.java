package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.StringWriter;

/**
 * The JSON of a payload as text. As a tree, a payload of empty lists takes many times its length, and a bulk has
 * thousands of tasks.
 *
 * @param values the number of tokens in it: values, names of fields, and ends of objects and arrays
 */
public record PayloadText(String json, int values) {

    /** Returns the Jackson module that reads payloads. Null stays null. */
    static SimpleModule module() {
        return new SimpleModule("rowmill-payload").addDeserializer(PayloadText.class, new Reader());
    }

    private static final class Reader extends StdDeserializer<PayloadText> {

        private static final long serialVersionUID = 1;

        Reader() {
            super(PayloadText.class);
        }

        @Override
        public PayloadText deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            StringWriter text = new StringWriter();
            int values = 0;
            try (JsonGenerator generator = parser.getCodec().getFactory().createGenerator(text)) {
                int depth = 0;
                do {
                    values += 1;
                    generator.copyCurrentEventExact(parser);
                    depth += step(parser.currentToken());
                } while (depth > 0 && parser.nextToken() != null);
            }
            return new PayloadText(text.toString(), values);
        }

        private static int step(JsonToken token) {
            if (token.isStructStart()) {
                return 1;
            }
            return token.isStructEnd() ? -1 : 0;
        }
    }
}
