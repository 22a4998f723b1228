package io.github.rowmill.api;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if the name of a topic, a subscriber or an option of a publish is invalid. Nothing is written, and the
 * caller's transaction may go on.
 */
public final class InvalidTopicException extends RowmillException {

    private final transient List<Violation> violations;

    public InvalidTopicException(String topic, List<Violation> violations) {
        super("the topic '%s' was refused: %s"
                .formatted(topic, violations.stream().map(Violation::toString).collect(Collectors.joining("; "))));
        this.violations = List.copyOf(violations);
    }

    /** Returns all violations, one for each field; never empty. */
    public List<Violation> violations() {
        return violations;
    }
}
