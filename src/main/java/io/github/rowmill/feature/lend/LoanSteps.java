package io.github.rowmill.feature.lend;

import io.github.rowmill.engine.execute.RemoteSteps;
import io.github.rowmill.engine.execute.RemoteSteps.Recording;
import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.engine.store.LeaseRows;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records the steps of remote workers. */
@Singleton
public class LoanSteps {

    private final LeaseRows rows;
    private final RemoteSteps steps;
    private final WorkGate gate;

    LoanSteps(LeaseRows rows, RemoteSteps steps, WorkGate gate) {
        this.rows = rows;
        this.steps = steps;
        this.gate = gate;
    }

    /**
     * Records that a step is done, unless an attempt has recorded it before. The call may be repeated.
     *
     * @param json the value of the step; null for none
     * @throws io.github.rowmill.db.UnansweredException if there are too many calls at once
     */
    public Recording record(RemoteWorker worker, Lease lease, String name, @Nullable String json) {
        return gate.call(worker.account(), () -> {
            LeaseRow row = rows.of(List.of(lease)).get(lease.id());
            return row != null && worker.holds(row, lease) ? steps.record(row, name, json) : new RemoteSteps.Lost();
        });
    }
}
