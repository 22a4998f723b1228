package io.github.rowmill.api;

import java.util.List;
import java.util.stream.Collectors;

/** A schedule was refused; nothing was written, and the caller's transaction may go on. */
public final class InvalidScheduleException extends RowmillException {

    private final transient List<Violation> violations;

    public InvalidScheduleException(String name, List<Violation> violations) {
        super("the schedule '%s' was refused: %s"
                .formatted(name, violations.stream().map(Violation::toString).collect(Collectors.joining("; "))));
        this.violations = List.copyOf(violations);
    }

    /** What is wrong, by field; never empty. */
    public List<Violation> violations() {
        return violations;
    }
}
