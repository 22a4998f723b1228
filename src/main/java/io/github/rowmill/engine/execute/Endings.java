package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.quarkus.arc.ArcUndeclaredThrowableException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** How an attempt ended: what its handler returned or threw, and what it had been told by then. */
final class Endings {

    private Endings() {}

    /** Of a handler that returned; whatever it returned, a task that is no longer its own is not its to settle. */
    static Ending ofReturn(HeldTask task, @Nullable Object result) {
        Optional<HeldTask.Stop> taken =
                task.stopped().filter(why -> why == HeldTask.Stop.CANCELLED || why == HeldTask.Stop.LEASE_LOST);
        if (taken.isPresent()) {
            return ofStop(task, taken.get());
        }
        return result instanceof Outcome chosen ? chosen : Outcome.succeeded();
    }

    /** Of a handler that threw; one that was told to stop is expected to throw, whatever it is that it throws. */
    static Ending ofFailure(HeldTask task, Throwable thrown) {
        return task.stopped()
                .map(why -> ofStop(task, why))
                .orElseGet(() -> task.taskType().retry().after(unwrapped(thrown), task.attempt(), random()));
    }

    /** A bean with interceptors wraps a checked exception that its method does not declare. */
    private static Throwable unwrapped(Throwable thrown) {
        boolean wraps =
                thrown instanceof ArcUndeclaredThrowableException || thrown instanceof UndeclaredThrowableException;
        Throwable cause = thrown.getCause();
        return wraps && cause != null ? unwrapped(cause) : thrown;
    }

    /** Of a handler that was told to stop before it began. */
    static Ending beforeBegin(HeldTask task) {
        return task.stopped().map(why -> ofStop(task, why)).orElseGet(Ending.Released::new);
    }

    /** Of a handler that does what it was told, or is taken to. */
    static Ending ofStop(HeldTask task, HeldTask.Stop why) {
        return switch (why) {
            case TIMED_OUT ->
                new Ending.TimedOut(task.timeout(), task.taskType().retry().delay(task.attempt(), random()));
            case CANCELLED -> new Ending.Cancelled();
            case LEASE_LOST -> new Ending.LeaseLost();
            case LEASE_EXPIRED, DRAINED -> new Ending.Released();
        };
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
