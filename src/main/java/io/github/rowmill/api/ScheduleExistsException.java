package io.github.rowmill.api;

/** Thrown if a schedule with this name exists. Nothing is written. */
public final class ScheduleExistsException extends RowmillException {

    public ScheduleExistsException(String name) {
        super("there is a schedule '%s' already; change it, or take another name".formatted(name));
    }
}
