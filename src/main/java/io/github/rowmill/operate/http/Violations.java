package io.github.rowmill.operate.http;

import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.InvalidSignalException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.InvalidTopicException;
import io.github.rowmill.api.Violation;
import java.util.List;

/** Finds the violations of fields in the exception that refused a request. */
final class Violations {

    private Violations() {}

    /**
     * Returns the violations in an exception.
     *
     * @return empty if the exception is not about fields
     */
    static List<Violation> of(Throwable thrown) {
        if (thrown instanceof InvalidTaskException invalid) {
            return invalid.violations();
        }
        if (thrown instanceof InvalidPatchException invalid) {
            return List.of(invalid.violation());
        }
        if (thrown instanceof InvalidSignalException invalid) {
            return List.of(invalid.violation());
        }
        if (thrown instanceof InvalidRuleException invalid) {
            return invalid.violations();
        }
        if (thrown instanceof InvalidTopicException invalid) {
            return invalid.violations();
        }
        return thrown instanceof InvalidScheduleException invalid ? invalid.violations() : List.of();
    }
}
