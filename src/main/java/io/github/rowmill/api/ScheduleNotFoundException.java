package io.github.rowmill.api;

/** Thrown if no schedule has this name. */
public final class ScheduleNotFoundException extends RowmillException {

    public ScheduleNotFoundException(String name) {
        super("there is no schedule '%s'; create it first".formatted(name));
    }
}
