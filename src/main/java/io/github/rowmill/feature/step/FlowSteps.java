package io.github.rowmill.feature.step;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.engine.execute.NestedFlows;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.feature.step.StepRecords.Kind;
import io.github.rowmill.feature.step.store.StepRow;
import io.github.rowmill.feature.step.store.StepRows;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The flows that the handler of one attempt enqueues and waits for. */
final class FlowSteps {

    /**
     * Pause before the task looks at its flow again without a signal. A flow that was deleted by hand sends none.
     */
    private static final Duration LOOK_AGAIN = Duration.ofHours(1);

    private final HeldTask task;
    private final StepRecords records;
    private final StepRows rows;
    private final StepTransactions transactions;
    private final Supplier<NestedFlows> flows;

    FlowSteps(
            HeldTask task,
            StepRecords records,
            StepRows rows,
            StepTransactions transactions,
            Supplier<NestedFlows> flows) {
        this.task = task;
        this.records = records;
        this.rows = rows;
        this.transactions = transactions;
        this.flows = flows;
    }

    /**
     * Enqueues a flow unless an earlier attempt has, and returns it when it has completed. Must be called without
     * a transaction.
     */
    EndedFlow await(String name, Flow flow) {
        StepRow known = records.begin(name, Kind.FLOW);
        long id = known == null ? enqueue(name, flow) : known.flow();
        if (known == null || !known.isDone()) {
            end(name, id);
        }
        return flows.get().ended(id);
    }

    private long enqueue(String name, Flow flow) {
        try {
            return Objects.requireNonNull(
                    transactions.<Long, RuntimeException>inNew(
                            name, task, () -> flows.get().enqueue(task.id(), flow), id -> record(name, id)),
                    "the id of the flow");
        } catch (StepTransactions.Refused e) {
            return rows.find(task.id(), name)
                    .filter(row -> row.flow() != 0 && rows.isHeld(task.task().lease()))
                    .orElseThrow(() -> records.lost(name))
                    .flow();
        }
    }

    private boolean record(String name, @Nullable Long id) {
        return rows.recordFlowIfHeld(task.task().lease(), name, Objects.requireNonNull(id, "the id of the flow"));
    }

    /** Returns if the flow has completed. The signal of its end is committed together with the end. */
    private void end(String name, long id) {
        String signal = NestedFlows.signal(id);
        if (!flows.get().isCompleted(id)) {
            throw records.suspended(name, LOOK_AGAIN, signal);
        }
        if (!rows.endFlowIfHeld(task.task().lease(), name, signal)) {
            throw records.lost(name);
        }
    }
}
