package io.github.rowmill.operate.http.json.rule;

import static io.github.rowmill.operate.http.json.table.Schemas.describe;
import static io.github.rowmill.operate.http.json.table.Schemas.number;
import static io.github.rowmill.operate.http.json.table.Schemas.schema;

import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/** Describes the rules of a queue in the OpenAPI document, from the table of facts. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class RuleSchemas implements OASFilter {

    static final String RULES = "RowmillQueueRules";
    static final String NEW = "RowmillNewQueueRules";

    @Override
    public void filterOpenAPI(OpenAPI api) {
        describe(api, NEW, properties -> properties.putAll(rules(true)));
        describe(api, RULES, properties -> {
            properties.put("name", schema(SchemaType.STRING).addExample("mail"));
            properties.putAll(rules(false));
            properties.put(
                    "pinned",
                    schema(SchemaType.BOOLEAN)
                            .description("True if the configuration that declares rules is not applied."));
            properties.put(
                    "declaredBy",
                    schema(SchemaType.STRING).description("The application whose configuration declares rules."));
        });
    }

    private static Map<String, Schema> rules(boolean withDefaults) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        for (RuleFact fact : RuleFacts.ALL) {
            Schema schema = ofType(fact);
            if (!fact.texts().api().isEmpty()) {
                schema.setDescription(fact.texts().api());
            }
            if (withDefaults) {
                describeDefault(schema, fact);
            }
            properties.put(fact.name(), schema);
        }
        return properties;
    }

    private static void describeDefault(Schema schema, RuleFact fact) {
        if (fact.absent() instanceof Integer || fact.absent() instanceof Duration) {
            schema.setDefaultValue(fact.absent() instanceof Duration time ? time.toString() : fact.absent());
        }
    }

    private static Schema ofType(RuleFact fact) {
        return switch (fact.type()) {
            case FLAG -> schema(SchemaType.BOOLEAN);
            case NUMBER ->
                number().minimum(BigDecimal.ONE).maximum(fact.isBounded() ? BigDecimal.valueOf(fact.max()) : null);
            case TIME ->
                schema(SchemaType.STRING)
                        .addExample(
                                fact.absent() == null ? "PT10M" : fact.absent().toString());
            case TYPES -> schema(SchemaType.ARRAY).items(schema(SchemaType.STRING));
            case WEIGHTS -> schema(SchemaType.OBJECT).additionalPropertiesSchema(number());
        };
    }
}
