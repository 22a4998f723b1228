package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.InvalidResultException;
import io.github.rowmill.api.LeaseLostException;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.ResultTooLargeException;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.Stop;
import io.quarkus.arc.ArcUndeclaredThrowableException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Determines how an attempt ended: from the result or exception of its handler, and from a stop of the handler
 * before that.
 */
final class Endings {

    private Endings() {}

    /**
     * Returns the ending of an attempt whose handler returned. If the task was cancelled or its lease lost, or if the
     * handler has caught the error of its suspension, the result is ignored.
     */
    static Ending ofReturn(HeldTask task, @Nullable Object result) {
        Optional<Stop> taken = task.stopped().filter(why -> why == Stop.CANCELLED || why == Stop.LEASE_LOST);
        if (taken.isPresent()) {
            return ofStop(task, taken.get());
        }
        Ending.Suspended suspended = task.suspended();
        if (suspended != null) {
            return suspended;
        }
        return result instanceof Outcome chosen ? chosen : Outcome.succeeded();
    }

    /**
     * Returns the ending of an attempt whose handler threw. If the handler had been stopped, any exception is
     * expected, and the reason of the stop counts. If the handler was suspended, the suspension counts.
     */
    static Ending ofFailure(HeldTask task, Throwable thrown) {
        return task.stopped().map(why -> ofStop(task, why)).orElseGet(() -> ofThrown(task, thrown));
    }

    private static Ending ofThrown(HeldTask task, Throwable thrown) {
        Ending.Suspended suspended = task.suspended();
        if (suspended != null) {
            return suspended;
        }
        return thrown instanceof LeaseLostException ? new Ending.LeaseLost() : ofCause(task, thrown);
    }

    /**
     * Returns the outcome of an attempt that failed because of an exception. A result that cannot be kept is not
     * tried again, because the next attempt would return the same.
     */
    static Outcome ofCause(HeldTask task, Throwable cause) {
        if (cause instanceof ResultTooLargeException || cause instanceof InvalidResultException) {
            return Outcome.giveUp(cause);
        }
        return task.taskType().retry().after(unwrapped(cause), task.task().attempt(), random());
    }

    /**
     * Unwraps a checked exception that a method does not declare, and that the interceptors of its bean have
     * wrapped.
     */
    private static Throwable unwrapped(Throwable thrown) {
        boolean wraps =
                thrown instanceof ArcUndeclaredThrowableException || thrown instanceof UndeclaredThrowableException;
        Throwable cause = thrown.getCause();
        return wraps && cause != null ? unwrapped(cause) : thrown;
    }

    /** Returns the ending of an attempt whose handler was stopped before it began. */
    static Ending beforeBegin(HeldTask task) {
        return task.stopped().map(why -> ofStop(task, why)).orElseGet(Ending.Released::new);
    }

    /** Returns the ending of an attempt whose handler was stopped for this reason. */
    static Ending ofStop(HeldTask task, Stop why) {
        return switch (why) {
            case TIMED_OUT ->
                new Ending.TimedOut(
                        task.timeout(),
                        task.taskType().retry().delay(task.task().attempt(), random()));
            case CANCELLED -> new Ending.Cancelled();
            case LEASE_LOST -> new Ending.LeaseLost();
            case LEASE_EXPIRED, DRAINED -> new Ending.Released();
        };
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
