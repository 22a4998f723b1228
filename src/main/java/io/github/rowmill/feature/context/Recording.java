package io.github.rowmill.feature.context;

import io.github.rowmill.task.Claimed;

/** Records the log lines of an attempt. */
public interface Recording {

    /** Returns whether attempts of this type are recorded. */
    boolean isOn(String type);

    /**
     * Begins to record on this thread. The returned action ends the recording on this thread, and stores the
     * lines.
     */
    Runnable begin(Claimed task);
}
