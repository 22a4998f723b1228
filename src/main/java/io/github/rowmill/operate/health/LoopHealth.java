package io.github.rowmill.operate.health;

import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Health of the loops without which tasks stand still. */
@Singleton
class LoopHealth {

    /**
     * Longest silence of a loop beyond its interval. The interval may be long: a quarter of the lease, or the
     * interval of polls. A database that fails slowly delays a round by some 10 s.
     */
    private static final Duration MOST_OVERDUE = Duration.ofSeconds(60);

    /** Most failed rounds in a row. A lease is renewed four times, and two renewals may fail. */
    private static final int MAX_FAILURES = 2;

    private final Loops loops;

    LoopHealth(Loops loops) {
        this.loops = loops;
    }

    /**
     * Returns the loops that have been silent for too long, as their thread has ended or is stuck.
     *
     * @return a text for each loop, by its name
     */
    Map<String, String> silent() {
        return those(
                pulse -> pulse.overdue().compareTo(MOST_OVERDUE) > 0,
                "silent for %s s",
                p -> p.silence().toSeconds());
    }

    /**
     * Returns the loops that had too many failed rounds in a row.
     *
     * @return a text for each loop, by its name
     */
    Map<String, String> failing() {
        return those(pulse -> pulse.failures() > MAX_FAILURES, "%s rounds in a row failed", p -> (long) p.failures());
    }

    private Map<String, String> those(Predicate<LoopActivity> wrong, String text, ToLongFunction<LoopActivity> number) {
        Map<String, String> found = new TreeMap<>();
        loops.pulses(Set.of(Loops.Kind.VITAL)).forEach((name, pulse) -> {
            if (wrong.test(pulse)) {
                found.put(name, text.formatted(number.applyAsLong(pulse)));
            }
        });
        return found;
    }
}
