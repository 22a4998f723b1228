package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import io.github.rowmill.config.QueueConfig.Rules;
import io.github.rowmill.config.RuleRange;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the facts of a rate. Without a number of starts, there is no rate, and the other values are ignored. */
record RateFacts(String name, Function<QueueRules, Rate> get, BiFunction<QueueRules, Rate, QueueRules> set) {

    private static final Rate DEFAULT = Rate.of(1, Duration.ofSeconds(1));

    RuleFact starts(Function<Rules, ?> declared) {
        return RuleFact.number(
                name,
                RuleRange.STARTS,
                rules -> {
                    Rate rate = get.apply(rules);
                    return rate == null ? null : rate.starts();
                },
                (rules, starts) -> set.apply(rules, starts == null ? null : changed(get.apply(rules), starts)),
                declared);
    }

    private static Rate changed(@Nullable Rate rate, int starts) {
        Rate old = rate == null ? DEFAULT : rate;
        return new Rate(starts, old.period(), old.burst());
    }

    RuleFact period(Function<Rules, ?> declared) {
        BiFunction<Rate, Duration, Rate> change = (rate, period) -> new Rate(rate.starts(), period, rate.burst());
        return part(RuleFact.Type.TIME, name + "Period", RuleRange.PERIOD_DAYS, Rate::period, change, declared);
    }

    RuleFact burst(Function<Rules, ?> declared) {
        BiFunction<Rate, Integer, Rate> change = Rate::burst;
        return part(RuleFact.Type.NUMBER, name + "Burst", RuleRange.STARTS, rate -> rate.burst(), change, declared);
    }

    private <V> RuleFact part(
            RuleFact.Type type,
            String field,
            int max,
            Function<Rate, V> part,
            BiFunction<Rate, V, Rate> change,
            Function<Rules, ?> declared) {
        return RuleFact.of(
                type,
                field,
                max,
                part.apply(DEFAULT),
                rules -> {
                    Rate rate = get.apply(rules);
                    return part.apply(rate == null ? DEFAULT : rate);
                },
                (rules, value) -> {
                    Rate rate = get.apply(rules);
                    return rate == null ? rules : set.apply(rules, change.apply(rate, value));
                },
                declared);
    }
}
