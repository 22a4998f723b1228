package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.ProblemException;
import io.quarkus.runtime.configuration.DurationConverter;
import jakarta.ws.rs.core.MultivaluedMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules that were entered in a form. Pauses are not part of the form, and stay as they are. */
final class RulesForm {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final MultivaluedMap<String, String> fields;
    private final List<Violation> violations = new ArrayList<>();

    RulesForm(MultivaluedMap<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Returns the entered rules with the current pauses.
     *
     * @throws ProblemException if a field is no number or no duration; it names all these fields
     */
    QueueRules over(QueueRules now) {
        Integer weight = number("weight");
        QueueRules rules = QueueRules.NONE
                .paused(now.paused())
                .pausedTypes(now.pausedTypes())
                .concurrency(number("concurrency"))
                .perKey(number("perKey"))
                .rate(rate("rate", now.rate()))
                .keyRate(rate("keyRate", now.keyRate()))
                .depth(number("depth"))
                .ageing(duration("ageing"))
                .weight(weight == null ? 1 : weight)
                .keyWeights(weights(now.keyWeights()))
                .ordered(fields.containsKey("ordered"))
                .blocks(fields.containsKey("blocks"))
                .fair(fields.containsKey("fair"))
                .lifo(fields.containsKey("lifo"));
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
        return rules;
    }

    /**
     * Returns an entered rate, or null if its field is empty. The form has no field for the
     * burst, which stays as it is.
     */
    private @Nullable Rate rate(String name, @Nullable Rate now) {
        Integer starts = number(name);
        Duration period = duration(name + "Period");
        return starts == null
                ? null
                : new Rate(starts, period == null ? PERIOD : period, now == null ? 1 : now.burst());
    }

    /**
     * Returns the entered shares, one line with a key and its share each. If the field was not
     * sent, the current ones stay.
     */
    private Map<String, Integer> weights(Map<String, Integer> now) {
        if (!fields.containsKey("keyWeights")) {
            return now;
        }
        Map<String, Integer> weights = new TreeMap<>();
        for (String line :
                text("keyWeights").lines().filter(one -> !one.isBlank()).toList()) {
            int equals = line.lastIndexOf('=');
            if (equals > 0) {
                Integer weight = number("keyWeights", line.substring(equals + 1).strip());
                weights.put(line.substring(0, equals).strip(), weight == null ? 1 : weight);
            } else {
                violations.add(
                        new Violation("keyWeights", "must be lines such as customer-7=3, was '%s'".formatted(line)));
            }
        }
        return weights;
    }

    /** Formats the shares of keys for the form. */
    static String text(Map<String, Integer> weights) {
        return new TreeMap<>(weights)
                .entrySet().stream()
                        .map(one -> one.getKey() + "=" + one.getValue())
                        .collect(Collectors.joining("\n"));
    }

    private @Nullable Integer number(String name) {
        return number(name, text(name));
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

    /** Formats a duration for the form. */
    static String text(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
