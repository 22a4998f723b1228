package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.payload.ResultCodec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The value that a handler returned.
 *
 * @param outcome the outcome that it chose; null if it returned another value
 * @param result the result to keep, as it is stored; null if there is none
 */
record Returned(@Nullable Outcome outcome, @Nullable String result) {

    static final Returned NOTHING = new Returned(null, null);

    /**
     * Reads the outcome or the result from a value. The outcome has no result in it, so that events carry none.
     *
     * @throws io.github.rowmill.api.ResultTooLargeException the result has too many bytes
     * @throws io.github.rowmill.api.InvalidResultException the result cannot be stored as JSON
     */
    static Returned of(HeldTask task, @Nullable Object value, ResultCodec codec) {
        if (value instanceof Outcome.Succeeded success) {
            return new Returned(Outcome.succeeded(), codec.stored(task.taskType(), task.type(), success.result()));
        }
        return value instanceof Outcome chosen
                ? new Returned(chosen, null)
                : new Returned(null, codec.stored(task.taskType(), task.type(), value));
    }

    /** Returns how the attempt ends. */
    Ending ending(HeldTask task) {
        return Endings.ofReturn(task, outcome);
    }

    /** Returns the settlement of an attempt that ended so. Only a success keeps the result. */
    Settlement settlement(HeldTask task, Ending ending, Duration took) {
        return Settlement.of(task.task(), ending, took, result);
    }
}
