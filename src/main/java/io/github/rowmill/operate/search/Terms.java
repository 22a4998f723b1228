package io.github.rowmill.operate.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Term;
import java.util.regex.Pattern;

/** Translates clauses into terms of a search. */
final class Terms {

    /** Text that JSON reads as a number, a boolean or null. */
    private static final Pattern BARE = Pattern.compile("-?(0|[1-9][0-9]{0,99})(\\.[0-9]{1,99})?|true|false|null");

    /** Characters with a special meaning for {@code ilike}. */
    private static final Pattern WILD = Pattern.compile("[\\\\%_]");

    private Terms() {}

    static Term of(Clause clause) {
        Term term = positive(clause);
        return clause.negated() ? term.not() : term;
    }

    private static Term positive(Clause clause) {
        Condition condition = clause.field().condition(clause.operator());
        Value value = clause.value();
        return switch (clause.field().kind()) {
            case NUMBER -> Term.of(condition, number(value));
            case NAME -> Term.of(condition, value.text());
            case STATE -> status(value);
            case MOMENT -> Moment.of(value).term(condition);
            case PATTERN -> Term.of(condition, "%" + WILD.matcher(value.text()).replaceAll("\\\\$0") + "%");
            case JSON -> payload(clause);
        };
    }

    private static long number(Value value) {
        try {
            long number = Long.parseLong(value.text());
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, like numbers out of range.
        }
        throw value.misread("expected a number from 1 to %s".formatted(Long.MAX_VALUE));
    }

    private static Term status(Value value) {
        return Term.ofState(value.text())
                .orElseThrow(() -> value.misread("expected one of " + String.join(", ", Term.STATES)));
    }

    private static Term payload(Clause clause) {
        Value value = clause.value();
        if (value.json() != null) {
            return Term.of(
                    Condition.PAYLOAD, Json.at(clause.path(), value.json().node()));
        }
        if (clause.path().isEmpty()) {
            throw value.misread(
                    "expected JSON that begins with { or [, or a field of the payload, such as payload.account");
        }
        String text = Json.at(clause.path(), TextNode.valueOf(value.text()));
        if (value.quoted() || !BARE.matcher(value.text()).matches()) {
            return Term.of(Condition.PAYLOAD, text);
        }
        JsonNode bare = Json.read(value.text(), 0).node();
        return Term.of(Condition.PAYLOAD_EITHER, text, Json.at(clause.path(), bare));
    }
}
