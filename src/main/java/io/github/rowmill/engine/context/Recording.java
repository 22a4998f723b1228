package io.github.rowmill.engine.context;

import io.github.rowmill.task.Claimed;

/** Keeps what is said while an attempt runs. */
public interface Recording {

    /** Whether attempts of this type are listened to. */
    boolean isOn(String type);

    /** Begins to listen to this thread; what is returned ends it there, and keeps what was heard. */
    Runnable begin(Claimed task);
}
