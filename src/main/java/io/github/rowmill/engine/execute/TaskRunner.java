package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.settle.Settler;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs one attempt: payload, handler, ending. Whatever a handler throws ends here. */
@Singleton
class TaskRunner {

    private final PayloadCodec codec;
    private final HandlerTransaction transaction;
    private final Settler settler;
    private final TaskEvents events;

    TaskRunner(PayloadCodec codec, HandlerTransaction transaction, Settler settler, TaskEvents events) {
        this.codec = codec;
        this.transaction = transaction;
        this.settler = settler;
        this.events = events;
    }

    /** Calls {@code listener} with each task that is settled. */
    void whenOver(Consumer<Claimed> listener) {
        settler.whenOver(listener);
    }

    /**
     * Runs the handler on this thread and settles the attempt, unless the verdict was taken by another meanwhile.
     *
     * @throws VirtualMachineError the handler threw it; the attempt is settled all the same
     */
    void run(HeldTask task) {
        if (!task.begin()) {
            settle(task, stoppedBefore(task));
            return;
        }
        Claimed claimed = task.task();
        events.fire(
                new TaskEvent.Started(claimed.id(), claimed.queue(), claimed.type(), claimed.attempt(), task.waited()));
        try {
            if (task.taskType().isTransactional()) {
                transaction.run(task, () -> call(task));
            } else {
                settle(task, ending(task, transaction.runWithout(task, () -> call(task))));
            }
        } catch (Throwable thrown) {
            settle(task, failure(task, thrown));
            if (thrown instanceof VirtualMachineError error) {
                throw error;
            }
        }
    }

    private @Nullable Object call(HeldTask task) throws Exception {
        TaskType type = task.taskType();
        Object payload = codec.read(type, task.task().details());
        return Awaited.result(type, type.handler().call(payload, task));
    }

    /** The ending of a handler that returned; whatever it returned, a task that is no longer its own is not its to settle. */
    static Ending ending(HeldTask task, @Nullable Object result) {
        Optional<HeldTask.Stop> taken =
                task.stopped().filter(why -> why == HeldTask.Stop.CANCELLED || why == HeldTask.Stop.LEASE_LOST);
        if (taken.isPresent()) {
            return endingOf(taken.get(), task);
        }
        return result instanceof Outcome chosen ? chosen : Outcome.succeeded();
    }

    private void settle(HeldTask task, Ending ending) {
        if (task.end()) {
            settler.settle(Settlement.of(task.task(), ending, task.ran()));
        }
    }

    /** Settles an attempt in its handler's stead; false: the handler is over, or it was done before. */
    boolean settleFor(HeldTask task, Ending ending) {
        boolean taken = task.abandon();
        if (taken) {
            settler.settle(Settlement.of(task.task(), ending, task.ran()));
        }
        return taken;
    }

    private static Ending stoppedBefore(HeldTask task) {
        return task.stopped().map(why -> endingOf(why, task)).orElseGet(Ending.Released::new);
    }

    /** A handler that was told to stop is expected to throw, whatever it is that it throws. */
    private static Ending failure(HeldTask task, Throwable thrown) {
        return task.stopped()
                .map(why -> endingOf(why, task))
                .orElseGet(() -> task.taskType().retry().after(thrown, task.attempt(), random()));
    }

    static Ending endingOf(HeldTask.Stop why, HeldTask task) {
        return switch (why) {
            case TIMED_OUT -> new Ending.TimedOut(task.timeout(), backoff(task));
            case CANCELLED -> new Ending.Cancelled();
            case LEASE_LOST -> new Ending.LeaseLost();
            case LEASE_EXPIRED, DRAINED -> new Ending.Released();
        };
    }

    private static Duration backoff(HeldTask task) {
        return task.taskType().retry().delay(task.attempt(), random());
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
