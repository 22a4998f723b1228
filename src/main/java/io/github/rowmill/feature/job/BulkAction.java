package io.github.rowmill.feature.job;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An action on each task of a job. */
public enum BulkAction {
    /** Cancels tasks that have not ended. */
    CANCEL("t.status in ('queued', 'waiting', 'executing')"),
    /** Queues dead and cancelled tasks again. */
    RETRY("t.status in ('dead', 'cancelled')"),
    /** Deletes tasks that have ended. */
    DELETE("t.status in ('completed', 'dead', 'cancelled')");

    private final String applies;

    BulkAction(String applies) {
        this.applies = applies;
    }

    /** Returns the tasks that the action applies to, as a condition on {@code rowmill_task t}. */
    String applies() {
        return applies;
    }

    /** Returns the action in lower case, as requests and the database hold it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<BulkAction> find(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word().equals(word))
                .findFirst();
    }
}
