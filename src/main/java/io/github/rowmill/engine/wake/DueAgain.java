package io.github.rowmill.engine.wake;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;

/** Endings of an attempt that leave its task due at once, so that a claim is worthwhile. */
public final class DueAgain {

    private DueAgain() {}

    /** Returns whether a task whose attempt ended this way may be claimed at once. */
    public static boolean isAfter(Ending ending) {
        return switch (ending.kind()) {
            case RELEASED -> true;
            case RETRY -> ((Outcome.Retry) ending).delay().isZero();
            case SNOOZE -> ((Outcome.Snooze) ending).delay().isZero();
            case SUSPENDED -> mayBeDue((Ending.Suspended) ending);
            case TIMED_OUT -> ((Ending.TimedOut) ending).delay().isZero();
            case SUCCEEDED, GAVE_UP, CANCELLED, LEASE_LOST -> false;
        };
    }

    /** If a signal came before the verdict, the verdict has made the task due at once. */
    private static boolean mayBeDue(Ending.Suspended ending) {
        return ending.delay().isZero() || ending.signal() != null;
    }
}
