package io.github.rowmill.task;

import jakarta.persistence.EnumeratedValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The states of a task; {@link #successors()} is the whole state machine. */
public enum TaskStatus {
    /** The task waits to be claimed when {@code run_at} has come. */
    QUEUED("queued"),
    /** The rules of the queue do not allow a claim now. The task is parked until its key's turn comes. */
    WAITING("waiting"),
    /** A node holds the task under a lease. */
    EXECUTING("executing"),
    /** The task is done; final for ever. */
    COMPLETED("completed"),
    /** The task has no attempts or crashes left, was given up for good, or did not start in time. */
    DEAD("dead"),
    /** A user or the application cancelled the task. */
    CANCELLED("cancelled");

    @EnumeratedValue
    private final String column;

    TaskStatus(String column) {
        this.column = column;
    }

    /** Returns the value of the {@code status} column, which is also the value of the JSON field. */
    public String column() {
        return column;
    }

    /**
     * Returns the state for a value of the {@code status} column. A constraint of the table allows no other
     * values.
     */
    public static TaskStatus of(String column) {
        return find(column).orElseThrow(() -> new IllegalArgumentException("no status: " + column));
    }

    /** {@return the state with this name, or empty if there is none} */
    public static Optional<TaskStatus> find(String name) {
        return Arrays.stream(values())
                .filter(status -> status.column.equals(name))
                .findFirst();
    }

    /** Returns the states that may follow this state; empty if it is final. */
    public Set<TaskStatus> successors() {
        return switch (this) {
            case QUEUED -> Set.of(WAITING, EXECUTING, DEAD, CANCELLED); // DEAD: it did not start in time
            case WAITING ->
                Set.of(QUEUED, EXECUTING, DEAD, CANCELLED); // QUEUED: no rules any more, or its part has started
            case EXECUTING -> Set.of(QUEUED, COMPLETED, DEAD, CANCELLED); // QUEUED: retry, snooze, release, recovery
            case DEAD, CANCELLED -> Set.of(QUEUED, WAITING); // a retry; WAITING: its part of a flow has not started
            case COMPLETED -> Set.of();
        };
    }

    /** Returns whether a task in this state has ended. After that, only a retry changes the state. */
    public boolean hasEnded() {
        return !successors().contains(CANCELLED);
    }

    /** Returns whether a task in this state may be retried: it has ended without success. */
    public boolean isRetriable() {
        return hasEnded() && !successors().isEmpty();
    }
}
