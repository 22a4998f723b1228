package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.Schedule;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The schedules that this node cannot read, by name and rule. If the rule changes, it is read again. */
final class UnreadableRules {

    /** Condition that excludes these schedules. {@link #parameters} returns its parameters. */
    static final String READABLE = """
               and (s.name, coalesce(s.cron, ''), s.zone) not in (
                       select u.name, u.cron, u.zone
                         from unnest(cast(? as text[]), cast(? as text[]), cast(? as text[])) as u (name, cron, zone))
            """;

    private final Set<Rule> rules = ConcurrentHashMap.newKeySet();

    private record Rule(String name, String cron, String zone) {}

    void add(Schedule schedule) {
        String cron = schedule.cron();
        rules.add(new Rule(schedule.name(), cron == null ? "" : cron, schedule.zone()));
    }

    /** Returns names, expressions and zones. */
    Stream<Object> parameters() {
        Rule[] all = rules.toArray(Rule[]::new);
        return Stream.of(column(all, Rule::name), column(all, Rule::cron), column(all, Rule::zone));
    }

    private static String[] column(Rule[] rules, Function<Rule, String> value) {
        return Stream.of(rules).map(value).toArray(String[]::new);
    }
}
