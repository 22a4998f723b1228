package io.github.rowmill.engine.execute;

import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.engine.hold.HeldTask;

/** The source of the steps that handlers take. */
public interface AttemptSteps {

    /** Returns the steps of an attempt that is about to begin. Must not fail, and reads nothing. */
    TaskSteps of(HeldTask task);
}
