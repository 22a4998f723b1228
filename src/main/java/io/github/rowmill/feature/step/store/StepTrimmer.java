package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.OrphanRows;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;

/** Deletes steps and signals whose tasks have been deleted. */
@Singleton
public class StepTrimmer implements HourlyTrim {

    private final OrphanRows steps;
    private final OrphanRows signals;

    StepTrimmer(EngineDatabase database) {
        this.steps = OrphanRows.ofTasks(database, "rowmill_step");
        this.signals = OrphanRows.ofTasks(database, "rowmill_signal");
    }

    @Override
    public String name() {
        return "step-trim";
    }

    /** Deletes all steps and signals without a task, and returns their number. */
    @Override
    public long trimOnce() {
        return signals.delete() + steps.delete();
    }
}
