package io.github.rowmill.handler;

import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.task.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses the outcome of a failed attempt of one type: by a rule for the exception, else by the backoff. */
public record RetryPolicy(Backoff backoff, List<Rule> rules) {

    /**
     * Maximum delay of an outcome. Longer settings are reduced to it, so that they do not prevent the record of a
     * failure.
     */
    private static final Duration MAX = Duration.ofDays(36_500);

    /**
     * Rule for exceptions of a class and its subclasses.
     *
     * @param after the delay, or null for the backoff
     */
    public record Rule(
            Class<? extends Throwable> of,
            OnFailure.Then then,
            @Nullable Duration after) {}

    public RetryPolicy {
        rules = List.copyOf(rules);
    }

    /**
     * Returns the outcome of an attempt that threw an exception.
     *
     * @param attempt the number of the attempt, from 1
     * @param random the random value for the jitter, in [0, 1)
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

    /** Returns the delay after {@code attempt} failed attempts, with jitter; {@code random} is in [0, 1). */
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
