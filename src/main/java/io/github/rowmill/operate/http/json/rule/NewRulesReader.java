package io.github.rowmill.operate.http.json.rule;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads rules by the table of facts, and refuses unknown fields as Jackson does for records. */
public final class NewRulesReader extends StdDeserializer<NewRulesJson> {

    private NewRulesReader() {
        super(NewRulesJson.class);
    }

    /** Returns the Jackson module that reads rules. */
    public static SimpleModule module() {
        return new SimpleModule("rowmill-rules").addDeserializer(NewRulesJson.class, new NewRulesReader());
    }

    @Override
    public Collection<Object> getKnownPropertyNames() {
        return List.copyOf(RuleFacts.BY_NAME.keySet());
    }

    @Override
    public NewRulesJson deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            return (NewRulesJson) context.handleUnexpectedToken(handledType(), json);
        }
        Map<String, Object> values = new HashMap<>();
        String unknown = null;
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            JsonToken token = json.nextToken();
            RuleFact fact = RuleFacts.BY_NAME.get(name);
            if (fact == null) {
                unknown = unknown == null ? name : unknown;
                json.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
                values.put(name, value(fact, json, context));
            }
        }
        refuse(unknown, json, context);
        return new NewRulesJson(values);
    }

    private void refuse(@Nullable String unknown, JsonParser json, DeserializationContext context) throws IOException {
        if (unknown != null) {
            context.handleUnknownProperty(json, this, handledType(), unknown);
        }
    }

    private static Object value(RuleFact fact, JsonParser json, DeserializationContext context) throws IOException {
        try {
            return context.readValue(json, type(fact, context.getTypeFactory()));
        } catch (JsonProcessingException e) {
            throw JsonMappingException.wrapWithPath(e, NewRulesJson.class, fact.name());
        }
    }

    private static JavaType type(RuleFact fact, TypeFactory types) {
        return switch (fact.type()) {
            case FLAG -> types.constructType(Boolean.class);
            case NUMBER -> types.constructType(Integer.class);
            case TIME -> types.constructType(Duration.class);
            case TYPES -> types.constructCollectionType(List.class, String.class);
            case WEIGHTS -> types.constructMapType(Map.class, String.class, Integer.class);
        };
    }
}
