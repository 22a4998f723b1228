package io.github.rowmill.claim;

import io.github.rowmill.api.Outcome;
import java.time.Duration;

/** Which ends of an attempt leave its task due at once, so that it is worth a claim. */
public final class DueAgain {

    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    private DueAgain() {}

    /** Whether a task that ended so may be claimed at once. */
    public static boolean isAfter(Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            return false;
        }
        return outcome instanceof Outcome.Released || delay(outcome).isZero();
    }

    private static Duration delay(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return retry.delay();
        }
        if (outcome instanceof Outcome.Snooze snooze) {
            return snooze.delay();
        }
        return outcome instanceof Outcome.TimedOut timedOut ? timedOut.delay() : NEVER;
    }
}
