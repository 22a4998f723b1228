package io.github.rowmill.operate.http.json.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.feature.rule.RuleFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The rules of a queue: the columns of its row, named in camelCase. {@link RuleSchemas} describes the fields. */
@Schema(name = RuleSchemas.RULES, description = "The rules of a queue in the whole cluster.")
public final class RulesJson {

    private RulesJson() {}

    /** Returns the rules of a queue that has rules. */
    public static Map<String, @Nullable Object> of(Queues.Ruled ruled) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", ruled.queue());
        RuleFacts.ALL.forEach(fact -> fields.put(fact.name(), fact.get(ruled.rules())));
        fields.put("pinned", ruled.pinned());
        fields.put("declaredBy", ruled.declaredBy());
        return fields;
    }

    /** Returns the rules of a queue that has none. */
    public static Map<String, @Nullable Object> none(String queue) {
        return of(new Queues.Ruled(queue, QueueRules.NONE, false, null));
    }
}
