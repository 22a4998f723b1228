package io.github.rowmill.feature.lend;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.wake.DueAgain;
import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.engine.wake.PendingQueues;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Collects the queues that may hold something due for remote workers, from the events of this node and from the
 * notifications of others. It does nothing while no call waits.
 */
@Singleton
class WorkWakes {

    private final PendingQueues told = new PendingQueues();
    private final Set<String> heldBack = ConcurrentHashMap.newKeySet();
    private final Set<String> sleeping = ConcurrentHashMap.newKeySet();
    private volatile BooleanSupplier isOn = () -> false;
    private volatile Runnable wake = () -> {};

    WorkWakes(Listener listener, DueLoans due) {
        listener.whenHeard(this::tell);
        due.onDeferred(this::deferred);
    }

    /** Calls {@code wake} when a queue is added, if {@code isOn} then. */
    void listen(BooleanSupplier isOn, Runnable wake) {
        this.isOn = isOn;
        this.wake = wake;
    }

    /** Adds a queue, or all of them by {@link PendingQueues#ALL}. */
    void tell(String queue) {
        if (isOn.getAsBoolean() && told.add(queue)) {
            wake.run();
        }
    }

    /** Removes and returns the queues. */
    Set<String> take() {
        return told.take();
    }

    void onEnqueued(@Observes TaskEvent.Enqueued enqueued) {
        if (enqueued.due() && !enqueued.claimed()) {
            tell(enqueued.queue());
        }
    }

    void onMayBeDue(@Observes TaskEvent.MayBeDue event) {
        tell(event.queue());
    }

    /** Looks at all queues, as only such a look finds tasks in quarantine. */
    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        if (recovered.status() == TaskStatus.QUEUED) {
            tell(PendingQueues.ALL);
        }
    }

    /** The end of a task may let another task of its queue start. */
    void onEnded(@Observes TaskEvent.Ended ended) {
        if (heldBack.remove(ended.queue()) || DueAgain.isAfter(ended.ending())) {
            tell(ended.queue());
        }
    }

    private void deferred(String queue, Duration time) {
        if (time.isZero()) {
            heldBack.add(queue);
        } else if (sleeping.add(queue)) {
            CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(() -> {
                        sleeping.remove(queue);
                        tell(queue);
                    });
        }
    }
}
