package io.github.rowmill.feature.flow;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.InvalidFlowException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the names, keys and sizes of new flows. */
final class FlowChecks {

    private static final int MAX_NAME = 200;
    private static final int MAX_KEY = 500;
    private static final int MAX_PART = 100;
    private static final int MAX_PARTS = 1_000;
    private static final int MAX_TASKS = 1_000_000;

    private final List<Violation> violations = new ArrayList<>();

    private FlowChecks() {}

    /** @throws InvalidFlowException a value is out of range */
    static void check(Flow flow) {
        FlowChecks checks = new FlowChecks();
        checks.text("name", flow.name(), MAX_NAME);
        checks.text("uniqueKey", flow.uniqueKey(), MAX_KEY);
        checks.text("source", flow.source(), MAX_NAME);
        checks.atMost("parts", flow.parts().size(), MAX_PARTS);
        checks.atMost(
                "tasks",
                flow.parts().stream().mapToLong(part -> part.tasks().size()).sum(),
                MAX_TASKS);
        for (Flow.Part part : flow.parts()) {
            String refusal = Storable.nameRefusal(part.name(), MAX_PART);
            if (refusal != null) {
                checks.violations.add(new Violation("parts[" + (part.number() - 1) + "].name", refusal));
            }
        }
        if (!checks.violations.isEmpty()) {
            throw new InvalidFlowException(flow.name(), checks.violations);
        }
    }

    private void text(String field, @Nullable String value, int max) {
        String refusal = value == null ? null : Storable.refusal(value, max);
        if (refusal != null) {
            violations.add(new Violation(field, refusal));
        }
    }

    private void atMost(String field, long count, int max) {
        if (count > max) {
            violations.add(new Violation(field, "must be at most %s, were %s".formatted(max, count)));
        }
    }
}
