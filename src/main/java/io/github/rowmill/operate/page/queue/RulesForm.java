package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.text.Sha256;
import io.quarkus.runtime.configuration.DurationConverter;
import jakarta.ws.rs.core.MultivaluedMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules that were entered in a form. Rules without a field, such as pauses, stay as they are. */
final class RulesForm {

    /** Field with the digest of the rules that the form shows. */
    private static final String SHOWN = "shown";

    private final MultivaluedMap<String, String> fields;
    private final List<Violation> violations = new ArrayList<>();

    RulesForm(MultivaluedMap<String, String> fields) {
        this.fields = fields;
    }

    /** The rules have changed since the form was shown. */
    static final class StaleException extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    /**
     * Returns a digest of the rules that the form shows. The form sends it back, so that no change of another user
     * is overwritten.
     */
    static String digest(QueueRules rules) {
        return Sha256.hex(RuleFacts.FORM.stream()
                .map(fact -> "%s=%s".formatted(fact.name(), ordered(fact.get(rules))))
                .collect(Collectors.joining("\n")));
    }

    /** Returns a value whose text is the same on all nodes. */
    private static @Nullable Object ordered(@Nullable Object value) {
        return value instanceof Map<?, ?> weights ? new TreeMap<>(weights) : value;
    }

    /**
     * Returns the entered rules, and the current ones that have no field.
     *
     * @throws StaleException if the form shows other rules than the current ones
     * @throws ProblemException if a field is no number or no duration; it names all these fields
     */
    QueueRules over(QueueRules now) {
        if (!digest(now).equals(fields.getFirst(SHOWN))) {
            throw new StaleException();
        }
        QueueRules rules = now;
        for (RuleFact fact : RuleFacts.FORM) {
            rules = fact.set(rules, value(fact, now));
        }
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
        return rules;
    }

    private @Nullable Object value(RuleFact fact, QueueRules now) {
        String name = fact.name();
        return switch (fact.type()) {
            case FLAG -> fields.containsKey(name);
            case NUMBER -> number(name, text(name));
            case TIME -> duration(name);
            case WEIGHTS -> fields.containsKey(name) ? weights(name) : fact.get(now);
            case TYPES -> fact.get(now);
        };
    }

    /** Returns the entered shares, one line with a key and its share each. */
    private Map<String, Integer> weights(String name) {
        Map<String, Integer> weights = new TreeMap<>();
        for (String line : text(name).lines().filter(one -> !one.isBlank()).toList()) {
            int equals = line.lastIndexOf('=');
            if (equals > 0) {
                Integer weight = number(name, line.substring(equals + 1).strip());
                weights.put(line.substring(0, equals).strip(), weight == null ? 1 : weight);
            } else {
                violations.add(new Violation(name, "must be lines such as customer-7=3, was '%s'".formatted(line)));
            }
        }
        return weights;
    }

    private @Nullable Integer number(String name, String text) {
        try {
            return text.isEmpty() ? null : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            violations.add(new Violation(name, "must be a number, was '%s'".formatted(text)));
            return null;
        }
    }

    private @Nullable Duration duration(String name) {
        String text = text(name);
        try {
            return text.isEmpty() ? null : DurationConverter.parseDuration(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            violations.add(new Violation(name, "must be a duration such as 30s or 10m, was '%s'".formatted(text)));
            return null;
        }
    }

    private String text(String name) {
        String text = fields.getFirst(name);
        return text == null ? "" : text.strip();
    }
}
