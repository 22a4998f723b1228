package io.github.rowmill.handler;

import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.task.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What follows a failed attempt of one type: a rule for the exception, else the backoff. */
public record RetryPolicy(Backoff backoff, List<Rule> rules) {

    /** What an outcome may ask for at most; a setting beyond it must not keep a failure from being recorded. */
    private static final Duration MAX = Duration.ofDays(36_500);

    /**
     * What follows exceptions of a class and its subclasses.
     *
     * @param after null: the backoff
     */
    public record Rule(
            Class<? extends Throwable> of,
            OnFailure.Then then,
            @Nullable Duration after) {}

    public RetryPolicy {
        rules = List.copyOf(rules);
    }

    /**
     * The outcome of an attempt that threw.
     *
     * @param attempt its number, from 1
     * @param random in [0, 1), for the jitter
     */
    public Outcome after(Throwable thrown, int attempt, double random) {
        Duration usual = delay(attempt, random);
        Optional<Rule> rule = mostSpecific(thrown);
        if (rule.isEmpty()) {
            return new Outcome.Retry(thrown, usual);
        }
        Duration asked = rule.get().after();
        Duration delay = asked == null ? usual : atMost(asked);
        return switch (rule.get().then()) {
            case RETRY -> new Outcome.Retry(thrown, delay);
            case GIVE_UP -> new Outcome.GaveUp(thrown);
            case SNOOZE -> new Outcome.Snooze(delay);
        };
    }

    /** The delay after so many failed attempts, with jitter; {@code random} is in [0, 1). */
    public Duration delay(int attempt, double random) {
        return atMost(backoff.after(attempt, random));
    }

    private static Duration atMost(Duration delay) {
        return delay.compareTo(MAX) > 0 ? MAX : delay;
    }

    private Optional<Rule> mostSpecific(Throwable thrown) {
        return rules.stream()
                .filter(rule -> rule.of().isInstance(thrown))
                .reduce((one, other) -> one.of().isAssignableFrom(other.of()) && one.of() != other.of() ? other : one);
    }
}
