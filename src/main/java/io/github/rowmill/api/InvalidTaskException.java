package io.github.rowmill.api;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a task is invalid at enqueue. Nothing is written, and the caller's transaction may go on. */
public final class InvalidTaskException extends RowmillException {

    private final String type;
    private final transient List<Violation> violations;

    public InvalidTaskException(String type, List<Violation> violations) {
        super("a task%s was refused: %s"
                .formatted(
                        type.isEmpty() ? "" : " of type '" + type + "'",
                        violations.stream().map(Violation::toString).collect(Collectors.joining("; "))));
        this.type = type;
        this.violations = List.copyOf(violations);
    }

    /** Returns the type of the refused task, or an empty text if it has none. */
    public String type() {
        return type;
    }

    /** Returns all violations, one for each field; never empty. */
    public List<Violation> violations() {
        return violations;
    }
}
