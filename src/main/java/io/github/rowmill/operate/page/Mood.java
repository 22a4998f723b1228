package io.github.rowmill.operate.page;

import io.github.rowmill.task.Task;
import java.time.Instant;
import java.util.Locale;

/** A task's state as people speak of it: what is queued is due, waits for its time, or has failed before. */
public enum Mood {
    SCHEDULED,
    DUE,
    RETRYING,
    WAITING,
    EXECUTING,
    COMPLETED,
    DEAD,
    CANCELLED;

    /** @param now the database's time */
    public static Mood of(Task task, Instant now) {
        return switch (task.getStatus()) {
            case QUEUED -> ofQueued(task, now);
            case WAITING -> WAITING;
            case EXECUTING -> EXECUTING;
            case COMPLETED -> COMPLETED;
            case DEAD -> DEAD;
            case CANCELLED -> CANCELLED;
        };
    }

    private static Mood ofQueued(Task task, Instant now) {
        if (task.getError() != null) {
            return RETRYING;
        }
        return task.getRunAt().isAfter(now) ? SCHEDULED : DUE;
    }

    /** As the page writes it; also the class of its colour and the name of its shape. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The same as a label. */
    public String label() {
        return name().charAt(0) + word().substring(1);
    }

    /** Whether nothing more becomes of the task by itself. */
    public boolean hasEnded() {
        return this == COMPLETED || this == DEAD || this == CANCELLED;
    }
}
