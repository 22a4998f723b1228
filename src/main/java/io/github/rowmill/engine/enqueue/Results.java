package io.github.rowmill.engine.enqueue;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Waits for the results of tasks, for {@code TaskQueue}. */
public interface Results {

    /** Returns a stage as {@code TaskQueue.result} does. */
    <T> CompletionStage<@Nullable T> of(long id, Class<T> type);
}
