package io.github.rowmill.feature.step;

import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.engine.execute.AttemptSteps;
import io.github.rowmill.engine.execute.NestedFlows;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.feature.step.store.StepRows;
import io.github.rowmill.payload.ResultCodec;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

/** Makes the steps of attempts. */
@Singleton
class RecordedSteps implements AttemptSteps {

    private final StepRows rows;
    private final ResultCodec codec;
    private final StepTransactions transactions;
    private final StepClasses classes;
    private final Instance<NestedFlows> flows;

    /** @param flows is looked up when a step needs it, because flows enqueue tasks, and their commit runs tasks */
    RecordedSteps(
            StepRows rows,
            ResultCodec codec,
            StepTransactions transactions,
            StepClasses classes,
            Instance<NestedFlows> flows) {
        this.rows = rows;
        this.codec = codec;
        this.transactions = transactions;
        this.classes = classes;
        this.flows = flows;
    }

    @Override
    public TaskSteps of(HeldTask task) {
        StepRecords records = new StepRecords(task, rows, codec, classes);
        FlowSteps ownFlows = new FlowSteps(task, records, rows, transactions, flows::get);
        return new HandlerSteps(task, records, transactions, ownFlows);
    }
}
