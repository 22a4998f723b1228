package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.feature.rule.turn.KeyWeights;
import io.github.rowmill.feature.rule.turn.LockedRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns of rules in {@code rowmill_queue}. Statements and parameters are built from the facts. */
final class RuleColumns {

    /** The columns of a row {@code q}. */
    static final String READ = list(RuleColumns::read);

    /** The assignments of an update. */
    static final String WRITTEN = list(RuleColumns::written);

    private RuleColumns() {}

    private static String list(Function<RuleFact, String> part) {
        return RuleFacts.ALL.stream().map(part).collect(Collectors.joining(", "));
    }

    private static String read(RuleFact fact) {
        return switch (fact.type()) {
            case FLAG, NUMBER -> "q." + fact.column();
            case TIME -> "cast(extract(epoch from q.%1$s) as float8) as %1$s".formatted(fact.column());
            case TYPES -> LockedRules.PAUSED_TYPES;
            case WEIGHTS -> KeyWeights.COLUMNS;
        };
    }

    private static String written(RuleFact fact) {
        return fact.column() + " = "
                + switch (fact.type()) {
                    case FLAG, TYPES -> "?";
                    case NUMBER -> "cast(? as int)";
                    case TIME -> "make_interval(secs => cast(? as float8))";
                    case WEIGHTS -> KeyWeights.WRITTEN;
                };
    }

    /** Reads the rules of a row. */
    static QueueRules rules(ResultSet row) throws SQLException {
        QueueRules rules = QueueRules.NONE;
        for (RuleFact fact : RuleFacts.ALL) {
            rules = fact.set(rules, value(fact, row));
        }
        return rules;
    }

    private static @Nullable Object value(RuleFact fact, ResultSet row) throws SQLException {
        return switch (fact.type()) {
            case FLAG -> row.getBoolean(fact.column());
            case NUMBER -> row.getObject(fact.column(), Integer.class);
            case TIME -> Seconds.readOrNull(row, fact.column());
            case TYPES ->
                new TreeSet<>(List.of((String[]) row.getArray(fact.column()).getArray()));
            case WEIGHTS -> KeyWeights.read(row).byKey();
        };
    }

    /** Returns the parameters of {@link #WRITTEN}. */
    static Stream<@Nullable Object> parameters(QueueRules rules) {
        return RuleFacts.ALL.stream().flatMap(fact -> parameters(fact.get(rules)));
    }

    private static Stream<@Nullable Object> parameters(@Nullable Object value) {
        if (value instanceof Duration time) {
            return Stream.of(Seconds.of(time));
        }
        if (value instanceof Set<?> types) {
            return Stream.of((Object) types.toArray(String[]::new));
        }
        if (value instanceof Map<?, ?> weights) {
            return Stream.of(
                    weights.keySet().toArray(String[]::new), weights.values().toArray(Integer[]::new));
        }
        return Stream.of(value);
    }
}
