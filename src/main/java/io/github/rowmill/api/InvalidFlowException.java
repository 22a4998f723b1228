package io.github.rowmill.api;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if a name, a key, or the number of parts or tasks of a flow is out of range. Nothing is written, and the
 * caller's transaction may go on.
 */
public final class InvalidFlowException extends RowmillException {

    private final transient List<Violation> violations;

    public InvalidFlowException(String flow, List<Violation> violations) {
        super("the flow '%s' was refused: %s"
                .formatted(flow, violations.stream().map(Violation::toString).collect(Collectors.joining("; "))));
        this.violations = List.copyOf(violations);
    }

    /** Returns all violations, one for each field; never empty. */
    public List<Violation> violations() {
        return violations;
    }
}
