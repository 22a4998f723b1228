package io.github.rowmill.feature.step;

import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.engine.execute.AttemptSteps;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.feature.step.store.StepRows;
import io.github.rowmill.payload.ResultCodec;
import jakarta.inject.Singleton;

/** Makes the steps of attempts. */
@Singleton
class RecordedSteps implements AttemptSteps {

    private final StepRows rows;
    private final ResultCodec codec;
    private final StepTransactions transactions;
    private final StepClasses classes;

    RecordedSteps(StepRows rows, ResultCodec codec, StepTransactions transactions, StepClasses classes) {
        this.rows = rows;
        this.codec = codec;
        this.transactions = transactions;
        this.classes = classes;
    }

    @Override
    public TaskSteps of(HeldTask task) {
        return new HandlerSteps(new StepRecords(task, rows, codec, classes), transactions);
    }
}
