package io.github.rowmill.observe;

import io.github.rowmill.api.Outcome;
import java.util.Locale;

/** Outcomes as metrics and logs name them. */
final class Outcomes {

    private Outcomes() {}

    static String name(Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            return "success";
        }
        if (outcome instanceof Outcome.Retry) {
            return "retry";
        }
        if (outcome instanceof Outcome.GaveUp) {
            return "failed";
        }
        if (outcome instanceof Outcome.TimedOut) {
            return "timeout";
        }
        if (outcome instanceof Outcome.LeaseLost) {
            return "lost";
        }
        return outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT); // snooze, cancelled, released
    }
}
