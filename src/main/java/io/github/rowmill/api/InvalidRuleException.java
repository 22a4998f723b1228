package io.github.rowmill.api;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a rule of a queue is invalid. Nothing is written, and the caller's transaction may go on. */
public final class InvalidRuleException extends RowmillException {

    private final transient List<Violation> violations;

    public InvalidRuleException(List<Violation> violations) {
        super("a rule was refused: %s"
                .formatted(violations.stream().map(Violation::toString).collect(Collectors.joining("; "))));
        this.violations = List.copyOf(violations);
    }

    /** Returns all violations, one for each field; never empty. */
    public List<Violation> violations() {
        return violations;
    }
}
