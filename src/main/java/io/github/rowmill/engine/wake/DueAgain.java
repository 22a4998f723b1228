package io.github.rowmill.engine.wake;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;

/** Which ends of an attempt leave its task due at once, so that it is worth a claim. */
public final class DueAgain {

    private DueAgain() {}

    /** Whether a task that ended so may be claimed at once. */
    public static boolean isAfter(Ending ending) {
        return switch (ending.kind()) {
            case RELEASED -> true;
            case RETRY -> ((Outcome.Retry) ending).delay().isZero();
            case SNOOZE -> ((Outcome.Snooze) ending).delay().isZero();
            case TIMED_OUT -> ((Ending.TimedOut) ending).delay().isZero();
            case SUCCEEDED, GAVE_UP, CANCELLED, LEASE_LOST -> false;
        };
    }
}
