package io.github.rowmill.operate.http.json.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * All rules that a queue is to have. {@link RuleSchemas} describes the fields.
 *
 * @param values the rules that are neither missing nor null, by name
 */
@RegisterForReflection
@Schema(name = RuleSchemas.NEW, description = "All rules of a queue. A rule that is missing or null does not hold.")
public record NewRulesJson(@Schema(hidden = true) Map<String, Object> values) {

    /** Returns the violations that can be found without the queue. */
    public List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        for (RuleFact fact : RuleFacts.ALL) {
            if (holdsNull(values.get(fact.name()))) {
                violations.add(new Violation(fact.name(), "must not hold null"));
            }
        }
        for (RuleFact fact : RuleFacts.ALL) {
            if (fact.rate() != null
                    && values.containsKey(fact.name())
                    && !values.containsKey(fact.rate().name())) {
                String message = "applies only with a rate; give a rate too, or leave this field out";
                violations.add(new Violation(fact.name(), message));
            }
        }
        return violations;
    }

    private static boolean holdsNull(@Nullable Object value) {
        return (value instanceof Collection<?> list && list.contains(null))
                || (value instanceof Map<?, ?> map && map.containsValue(null));
    }

    /** Converts the rules to their Java form. */
    public QueueRules toRules() {
        QueueRules rules = QueueRules.NONE;
        for (RuleFact fact : RuleFacts.ALL) {
            Object value = values.get(fact.name());
            boolean isSet = fact.type() == RuleFact.Type.TYPES && value instanceof Collection<?>;
            rules = fact.set(rules, isSet ? new HashSet<>((Collection<?>) value) : value);
        }
        return rules;
    }
}
