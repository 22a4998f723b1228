package io.github.rowmill.engine.bulk;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What is done to each task of a job. */
public enum BulkAction {
    /** Cancels what has not ended. */
    CANCEL("t.status in ('queued', 'waiting', 'executing')"),
    /** Queues what is dead or cancelled again. */
    RETRY("t.status in ('dead', 'cancelled')"),
    /** Deletes what has ended. */
    DELETE("t.status in ('completed', 'dead', 'cancelled')");

    private final String applies;

    BulkAction(String applies) {
        this.applies = applies;
    }

    /** The tasks that it can be done to, as a condition on {@code rowmill_task t}. */
    String applies() {
        return applies;
    }

    /** As it is written. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<BulkAction> find(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word().equals(word))
                .findFirst();
    }
}
