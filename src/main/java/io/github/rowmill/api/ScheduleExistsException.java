package io.github.rowmill.api;

/** Thrown if a schedule with this name exists. Nothing is written. */
public final class ScheduleExistsException extends RowmillException {

    public ScheduleExistsException(String name) {
        super("the schedule '%s' exists already; change it, or use another name".formatted(name));
    }
}
