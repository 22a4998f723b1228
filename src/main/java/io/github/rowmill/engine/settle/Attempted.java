package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.task.Claimed;
import java.time.Duration;

/**
 * An attempt that is over: the task as claimed, how it ended, and how long the handler took. Of the last attempt a retry
 * is none: the task is given up.
 */
public record Attempted(Claimed task, Ending ending, Duration took) {

    public Attempted {
        if (ending instanceof Outcome.Retry retry && task.isLastAttempt()) {
            ending = new Outcome.GaveUp(retry.cause());
        }
    }
}
