package io.github.rowmill.api;

/** A schedule with this name exists; nothing was written. */
public final class ScheduleExistsException extends RowmillException {

    public ScheduleExistsException(String name) {
        super("there is a schedule '%s' already; change it, or take another name".formatted(name));
    }
}
