package io.github.rowmill.feature.job;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.job.Part.Left;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs jobs: at once those that begin on this node, and every 30 s those that other nodes left. */
@Singleton
public class JobLoop {

    private static final Duration PAUSE = Duration.ofSeconds(30);

    /** Time before tasks that others have locked are tried again. */
    private static final Duration SOON = Duration.ofSeconds(1);

    /**
     * Time from the start of a part to the start of the next, if the part is done by then. At this pace, a job of
     * 100,000 tasks takes 9 s and leaves room for the workers.
     */
    private static final Duration PACE = Duration.ofMillis(45);

    private final JobParts parts;
    private final TaskEvents events;
    private final NodeState node;
    private final Ticker ticker;
    private final Loop loop;

    JobLoop(JobParts parts, TaskEvents events, NodeState node, Ticker ticker, Loops loops) {
        this.parts = parts;
        this.events = events;
        this.node = node;
        this.ticker = ticker;
        this.loop = loops.regular("bulk", PAUSE, this::round);
    }

    /**
     * Does nothing. The observer makes the container create this bean, so that its loop exists when the node
     * starts.
     */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    /**
     * Wakes the loop if this node is open. An application that runs a single command has no rounds, because it may
     * end in the middle of one.
     */
    void onBegun(@Observes TaskEvent.JobBegun begun) {
        if (node.isOpen()) {
            loop.wake();
        }
    }

    private void round() {
        if (parts.isAnyRunning() && !run(node::isOpen, PACE)) {
            loop.within(SOON);
        }
    }

    /**
     * Runs all jobs whose action this node has, as far as possible. The jobs take turns, part by part.
     *
     * @return false if tasks are left that others have locked, or that only another node can handle
     */
    public boolean runOnce() {
        return run(() -> true, Duration.ZERO);
    }

    private boolean run(BooleanSupplier goesOn, Duration pace) {
        Set<Long> held = new HashSet<>();
        long heldSince = ticker.nanos();
        while (goesOn.getAsBoolean()) {
            long begun = ticker.nanos();
            if (ticker.since(heldSince).compareTo(SOON) > 0) {
                held.clear();
                heldSince = begun;
            }
            Optional<Part> done = parts.doOne(held);
            if (done.isEmpty()) {
                return held.isEmpty();
            }
            Part part = done.get();
            tell(part);
            if (part.left() == Left.HELD) {
                held.add(part.job());
            }
            LockSupport.parkNanos(begun + pace.toNanos() - ticker.nanos());
        }
        return true;
    }

    private void tell(Part part) {
        part.changed().forEach(task -> events.fire(part.action().event(task)));
        if (part.action() == BulkAction.CANCEL) {
            events.watchedEnded(part.changed().stream()
                    .filter(ChangedTask::watched)
                    .map(ChangedTask::id)
                    .toList());
        }
        if (part.left() == Left.NOTHING) {
            events.fire(new TaskEvent.JobEnded(part.job(), part.action().word(), part.done(), part.skipped()));
        }
    }
}
