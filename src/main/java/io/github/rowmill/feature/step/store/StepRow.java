package io.github.rowmill.feature.step.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The record of a step.
 *
 * @param kind the kind: {@code step}, {@code loop}, {@code sleep}, {@code signal} or {@code flow}
 * @param result the value as it is stored; null for none
 * @param turns number of committed turns of a loop; 0 for other kinds
 * @param flow the flow that the step has enqueued; 0 for other kinds
 * @param isDone whether the step is over
 */
public record StepRow(String name, String kind, @Nullable String result, long turns, long flow, boolean isDone) {

    /** Returns whether this is a step, and no loop, sleep or wait. */
    public boolean isStep() {
        return kind.equals("step");
    }

    static final String COLUMNS = """
            name, kind, cast(result as text) as result, coalesce(turn, 0) as turns, coalesce(flow, 0) as flow,
            done is not null as is_done
            """;

    static StepRow read(ResultSet row) throws SQLException {
        return new StepRow(
                row.getString("name"),
                row.getString("kind"),
                row.getString("result"),
                row.getLong("turns"),
                row.getLong("flow"),
                row.getBoolean("is_done"));
    }
}
