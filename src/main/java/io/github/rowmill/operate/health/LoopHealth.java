package io.github.rowmill.operate.health;

import io.github.rowmill.node.Loops;
import io.github.rowmill.node.Pulse;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** The loops without which tasks stand still, and how they fare. */
@Singleton
class LoopHealth {

    /** Beyond its interval, which may be long: a quarter of the lease, or that of polls. A database that fails slowly delays a round by some 10 s. */
    private static final Duration MOST_OVERDUE = Duration.ofSeconds(60);

    /** One failed round is a hiccup; of a lease's four renewals, two may fail. */
    private static final int MAX_FAILURES = 2;

    private final Loops loops;

    LoopHealth(Loops loops) {
        this.loops = loops;
    }

    /** Loops that have been silent for too long: their thread is gone or stuck. By name, with what is to be said of them. */
    Map<String, String> silent() {
        return those(
                pulse -> pulse.overdue().compareTo(MOST_OVERDUE) > 0,
                "silent for %s s",
                p -> p.silence().toSeconds());
    }

    /** Loops whose rounds fail, one after the other. */
    Map<String, String> failing() {
        return those(pulse -> pulse.failures() > MAX_FAILURES, "%s rounds in a row failed", p -> (long) p.failures());
    }

    private Map<String, String> those(Predicate<Pulse> wrong, String text, ToLongFunction<Pulse> number) {
        Map<String, String> found = new TreeMap<>();
        loops.pulses(Set.of(Loops.Kind.VITAL)).forEach((name, pulse) -> {
            if (wrong.test(pulse)) {
                found.put(name, text.formatted(number.applyAsLong(pulse)));
            }
        });
        return found;
    }
}
