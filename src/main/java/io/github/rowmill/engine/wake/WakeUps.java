package io.github.rowmill.engine.wake;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.runtime.Startup;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes the claimer between its ticks when tasks were enqueued, recovered, retried, changed or left due again on
 * this node. It also wakes the claimer when workers become free while more tasks can be claimed. All wake-ups
 * during a round lead to one more round.
 */
@Singleton
class WakeUps {

    /** Priority before the observers that count and log, because a task waits for this one. */
    private static final int FIRST = 1;

    private final Claimer claimer;
    private final WorkerPool pool;
    private final NodeState node;
    private final Loop loop;
    private final Set<String> deferred = ConcurrentHashMap.newKeySet();
    private final Set<String> withoutHead = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean pending = new AtomicBoolean();

    WakeUps(Claimer claimer, WorkerPool pool, NodeState node, Loops loops) {
        this.claimer = claimer;
        this.pool = pool;
        this.node = node;
        this.loop = loops.woken("claimer", this::claim);
    }

    @Startup
    void listen() {
        pool.whenRoomComesFree(this::onSettled);
        claimer.onDeferred((queue, time) -> later(deferred, queue, time));
        claimer.onHeadLeft((queue, time) -> later(withoutHead, queue, time));
    }

    void onEnqueued(@Observes @Priority(FIRST) TaskEvent.Enqueued enqueued) {
        if (enqueued.due() && !enqueued.claimed() && claimer.worksOn(enqueued.queue(), enqueued.type())) {
            wake(enqueued.queue());
        }
    }

    void onMayBeDue(@Observes TaskEvent.MayBeDue event) {
        wakeAtHead(event.queue());
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        if (recovered.status() == TaskStatus.QUEUED) {
            wakeAtHead(recovered.queue());
        }
    }

    void onEnded(@Observes TaskEvent.Ended ended) {
        if (ended.ending().kind() == Ending.Kind.RELEASED) {
            wakeAtHead(ended.queue());
        } else if (DueAgain.isAfter(ended.ending())) {
            wake(ended.queue());
        }
    }

    private void onSettled(String queue) {
        if (claimer.hasMoreToClaim() && pool.isHungry(queue)) {
            wake(queue);
        }
    }

    /**
     * Schedules a wake-up of a queue. A queue has one scheduled wake-up of each kind at a time; the claim it causes
     * reports the next one.
     *
     * @param sleeping the queues with a scheduled wake-up of this kind
     */
    private void later(Set<String> sleeping, String queue, Duration time) {
        if (sleeping.add(queue)) {
            CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(() -> {
                        sleeping.remove(queue);
                        wake(queue);
                    });
        }
    }

    /** Wakes the claimer for tasks that keep their old due times. */
    private void wakeAtHead(String queue) {
        claimer.expectAtHead(queue);
        wake();
    }

    private void wake(String queue) {
        claimer.expect(queue);
        wake();
    }

    private void wake() {
        if (node.isOpen() && pending.compareAndSet(false, true)) {
            loop.wake();
        }
    }

    private void claim() {
        pending.set(false);
        claimer.claimFrom(Set.of()); // the claimer knows the queues already
    }
}
