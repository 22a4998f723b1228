package io.github.rowmill.operate.http.json;

import static io.github.rowmill.operate.http.json.table.Schemas.describe;
import static io.github.rowmill.operate.http.json.table.Schemas.number;
import static io.github.rowmill.operate.http.json.table.Schemas.schema;

import io.github.rowmill.engine.store.NewField;
import io.github.rowmill.engine.store.NewFields;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.jspecify.annotations.Nullable;

/** Describes new tasks and messages in the OpenAPI document, from the table of fields. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class NewTaskSchemas implements OASFilter {

    static final String TASK = "RowmillNewTask";
    static final String MESSAGE = "RowmillNewMessage";

    /** The field that is not in the table, because it is no option. */
    static final String PAYLOAD = "payload";

    @Override
    public void filterOpenAPI(OpenAPI api) {
        describe(api, TASK, properties -> {
            properties.put(
                    PAYLOAD,
                    OASFactory.createSchema()
                            .description("The payload for the handler. It must fit the type.")
                            .addExample(Map.of("account", "ada", "name", "sign-up", "n", 1)));
            NewFields.ALL.forEach(field -> properties.put(field.name(), ofTasks(field)));
        });
        describe(api, MESSAGE, properties -> {
            properties.put(
                    PAYLOAD,
                    OASFactory.createSchema()
                            .description("The payload for the handlers. It must fit the type of each subscriber.")
                            .addExample(Map.of("order", 17)));
            NewFields.ALL.stream()
                    .filter(NewField::isOfMessages)
                    .forEach(field -> properties.put(field.name(), ofMessages(field)));
        });
    }

    private static Schema ofTasks(NewField field) {
        return described(field, field.texts().ofTasks(), field.texts().example());
    }

    private static Schema ofMessages(NewField field) {
        return described(field, field.texts().ofMessages(), field.texts().exampleOfMessages());
    }

    private static Schema described(NewField field, @Nullable String text, @Nullable Object example) {
        Schema schema = ofKind(field);
        if (text != null && !text.isEmpty()) {
            schema.setDescription(text);
        }
        if (example != null) {
            schema.addExample(example);
        }
        schema.setDefaultValue(field.texts().absent());
        return schema;
    }

    private static Schema ofKind(NewField field) {
        return switch (field.kind()) {
            case NAME, TEXT, TIME -> schema(SchemaType.STRING);
            case MOMENT -> schema(SchemaType.STRING).ref("Instant");
            case WORDS, PATHS -> schema(SchemaType.ARRAY).items(schema(SchemaType.STRING));
            case NUMBER -> field.isBounded() ? number() : number().minimum(BigDecimal.valueOf(field.least()));
            case FLAG -> schema(SchemaType.BOOLEAN);
            case CHOICE -> schema(SchemaType.STRING).enumeration(List.copyOf(NewTaskJson.ON_DUPLICATE));
        };
    }
}
