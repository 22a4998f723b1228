package io.github.rowmill.api;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a schedule is invalid. Nothing is written, and the caller's transaction may go on. */
public final class InvalidScheduleException extends RowmillException {

    private final transient List<Violation> violations;

    public InvalidScheduleException(String name, List<Violation> violations) {
        super("the schedule '%s' was refused: %s"
                .formatted(name, violations.stream().map(Violation::toString).collect(Collectors.joining("; "))));
        this.violations = List.copyOf(violations);
    }

    /** Returns all violations, one for each field; never empty. */
    public List<Violation> violations() {
        return violations;
    }
}
