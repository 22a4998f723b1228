package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.github.rowmill.engine.store.NewField;
import io.github.rowmill.engine.store.NewFields;
import io.github.rowmill.operate.http.json.table.TableReader;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Reads tasks and messages by the table of fields. */
final class NewTaskFields {

    private NewTaskFields() {}

    /** Returns the Jackson module that reads tasks and messages. */
    static SimpleModule module() {
        return new SimpleModule("rowmill-tasks")
                .addDeserializer(
                        NewTaskJson.class, new TableReader<>(NewTaskJson.class, types(field -> true), NewTaskJson::new))
                .addDeserializer(
                        NewMessageJson.class,
                        new TableReader<>(NewMessageJson.class, types(NewField::isOfMessages), NewMessageJson::new));
    }

    private static Map<String, JavaType> types(Predicate<NewField> fields) {
        TypeFactory types = TypeFactory.defaultInstance();
        Map<String, JavaType> byName = new HashMap<>();
        byName.put(NewTaskSchemas.PAYLOAD, types.constructType(PayloadText.class));
        NewFields.ALL.stream().filter(fields).forEach(field -> byName.put(field.name(), type(field, types)));
        return byName;
    }

    private static JavaType type(NewField field, TypeFactory types) {
        return switch (field.kind()) {
            case NAME, TEXT, CHOICE -> types.constructType(String.class);
            case WORDS, PATHS -> types.constructCollectionType(List.class, String.class);
            case NUMBER -> types.constructType(Integer.class);
            case TIME -> types.constructType(Duration.class);
            case MOMENT -> types.constructType(Instant.class);
            case FLAG -> types.constructType(Boolean.class);
        };
    }
}
