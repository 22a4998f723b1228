package io.github.rowmill.operate.observe;

import io.github.rowmill.api.Ending;

/** Names of endings in metrics and logs. */
final class Outcomes {

    private Outcomes() {}

    static String name(Ending ending) {
        return switch (ending.kind()) {
            case SUCCEEDED -> "success";
            case RETRY -> "retry";
            case SNOOZE -> "snooze";
            case GAVE_UP -> "failed";
            case TIMED_OUT -> "timeout";
            case CANCELLED -> "cancelled";
            case LEASE_LOST -> "lost";
            case RELEASED -> "released";
            case SUSPENDED -> "suspended";
        };
    }
}
