package io.github.rowmill.operate.page;

import io.github.rowmill.task.Task;
import java.time.Instant;
import java.util.Locale;

/** A task's state as the pages show it. Queued tasks are divided into scheduled, due and retrying ones. */
public enum DisplayState {
    SCHEDULED,
    DUE,
    RETRYING,
    WAITING,
    EXECUTING,
    COMPLETED,
    DEAD,
    CANCELLED;

    /** @param now the database's time */
    public static DisplayState of(Task task, Instant now) {
        return switch (task.getStatus()) {
            case QUEUED -> ofQueued(task, now);
            case WAITING -> WAITING;
            case EXECUTING -> EXECUTING;
            case COMPLETED -> COMPLETED;
            case DEAD -> DEAD;
            case CANCELLED -> CANCELLED;
        };
    }

    private static DisplayState ofQueued(Task task, Instant now) {
        if (task.getError() != null) {
            return RETRYING;
        }
        return task.getRunAt().isAfter(now) ? SCHEDULED : DUE;
    }

    /** Returns the word for the page. It is also the CSS class of the state's colour and the name of its shape. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the word as a label, with a capital letter. */
    public String label() {
        return name().charAt(0) + word().substring(1);
    }

    /** Returns whether the task has ended, so that its state no longer changes by itself. */
    public boolean hasEnded() {
        return this == COMPLETED || this == DEAD || this == CANCELLED;
    }
}
