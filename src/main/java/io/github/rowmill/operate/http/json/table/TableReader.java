package io.github.rowmill.operate.http.json.table;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads an object by a table of its fields, and refuses unknown fields as Jackson does for records. */
public final class TableReader<T> extends JsonDeserializer<T> {

    private final Class<T> handled;
    private final Map<String, JavaType> fields;
    private final Function<Map<String, Object>, T> result;

    /**
     * Creates a reader.
     *
     * @param fields the types of all fields, by name
     * @param result makes the result of the fields that are neither missing nor null, by name
     */
    public TableReader(Class<T> handled, Map<String, JavaType> fields, Function<Map<String, Object>, T> result) {
        this.handled = handled;
        this.fields = fields;
        this.result = result;
    }

    @Override
    public Class<?> handledType() {
        return handled;
    }

    @Override
    public Collection<Object> getKnownPropertyNames() {
        return List.copyOf(fields.keySet());
    }

    @Override
    @SuppressWarnings("unchecked") // Jackson returns no value of another type here
    public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            return (T) context.handleUnexpectedToken(handled, json);
        }
        Map<String, Object> values = new HashMap<>();
        String unknown = null;
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            JsonToken token = json.nextToken();
            JavaType type = fields.get(name);
            if (type == null) {
                unknown = unknown == null ? name : unknown;
                json.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
                values.put(name, value(name, type, json, context));
            }
        }
        refuse(unknown, json, context);
        return result.apply(values);
    }

    private void refuse(@Nullable String unknown, JsonParser json, DeserializationContext context) throws IOException {
        if (unknown != null) {
            context.handleUnknownProperty(json, this, handled, unknown);
        }
    }

    private Object value(String name, JavaType type, JsonParser json, DeserializationContext context)
            throws IOException {
        try {
            return context.readValue(json, type);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // Jackson throws NumberFormatException for a number with a large exponent.
            throw JsonMappingException.wrapWithPath(e, handled, name);
        }
    }
}
