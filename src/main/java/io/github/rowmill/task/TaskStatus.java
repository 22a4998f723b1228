package io.github.rowmill.task;

import jakarta.persistence.EnumeratedValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The states of a task; {@link #successors()} is the whole state machine. */
public enum TaskStatus {
    /** Waits to be claimed, once {@code run_at} has come. */
    QUEUED("queued"),
    /** Set aside until its key's turn comes: the rules of its queue let it not be claimed now. */
    WAITING("waiting"),
    /** Held by a node under a lease. */
    EXECUTING("executing"),
    /** Done; final for ever. */
    COMPLETED("completed"),
    /** Attempts or crashes used up, given up for good, or not started in time. */
    DEAD("dead"),
    /** Cancelled by an admin. */
    CANCELLED("cancelled");

    @EnumeratedValue
    private final String column;

    TaskStatus(String column) {
        this.column = column;
    }

    /** The value of the {@code status} column, which is also the one of the JSON field. */
    public String column() {
        return column;
    }

    /** The state that the {@code status} column tells, which holds no other values: a constraint of the table sees to it. */
    public static TaskStatus of(String column) {
        return find(column).orElseThrow(() -> new IllegalArgumentException("no status: " + column));
    }

    /** The state of this name; empty: there is none. */
    public static Optional<TaskStatus> find(String name) {
        return Arrays.stream(values())
                .filter(status -> status.column.equals(name))
                .findFirst();
    }

    /** The states a task of this state may go to next; empty if the state is final. */
    public Set<TaskStatus> successors() {
        return switch (this) {
            case QUEUED -> Set.of(WAITING, EXECUTING, DEAD, CANCELLED); // DEAD: it had not started in time
            case WAITING -> Set.of(QUEUED, EXECUTING, DEAD, CANCELLED); // QUEUED: its queue has no rules any more
            case EXECUTING -> Set.of(QUEUED, COMPLETED, DEAD, CANCELLED); // QUEUED: retry, snooze, release, recovery
            case DEAD, CANCELLED -> Set.of(QUEUED); // an admin's retry, audited
            case COMPLETED -> Set.of();
        };
    }
}
