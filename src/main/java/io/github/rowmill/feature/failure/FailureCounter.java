package io.github.rowmill.feature.failure;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.text.FailureSignature;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts this node's failures, and adds them to the table every five seconds, by one statement if there were any.
 * If a write fails, the same batch is tried again first, and later failures wait behind it. If the node dies, the
 * counts that it has not written are lost, but not the rows of the attempts.
 */
@Singleton
public class FailureCounter {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /**
     * Largest number of different failures between two rounds. In a storm of ever new messages, the rest are
     * counted together.
     */
    private static final int MAX_DIFFERENT = 1_000;

    private static final FailureSignature OTHERS =
            new FailureSignature("others", "others", "", "too many different failures at once to count each");

    /** Runs after the engine has ended its work, which may still fail. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_001;

    private final FailureRows rows;
    private final Loop loop;
    private final Object writing = new Object();
    private final UUID name = UUID.randomUUID();
    private SortedMap<FailureKey, FailureCount> tallies = new TreeMap<>();
    private long batches;
    private @Nullable Batch pending;

    FailureCounter(FailureRows rows, Loops loops) {
        this.rows = rows;
        this.loop = loops.regular("failures", PAUSE, this::flush);
    }

    private record Batch(long number, Map<FailureKey, FailureCount> counted) {}

    /**
     * Does nothing. The observer makes the container create this bean, so that its loop exists when the node
     * starts.
     */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    void stop(@Observes @Priority(LAST) ShutdownEvent stopping, DrainTime time) throws InterruptedException {
        loop.wake();
        loop.finish(time.forLastWords());
    }

    void onEnded(@Observes TaskEvent.Ended ended) {
        FailureSignature signature = signature(ended.ending());
        if (signature != null) {
            count(
                    new FailureKey(signature.id(), ended.queue(), ended.type()),
                    new FailureCount(signature, 1, ended.id()));
        }
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        FailureSignature crashed = FailureSignature.CRASHED;
        count(
                new FailureKey(crashed.id(), recovered.queue(), recovered.type()),
                new FailureCount(crashed, 1, recovered.id()));
    }

    private static @Nullable FailureSignature signature(Ending ending) {
        return switch (ending.kind()) {
            case RETRY -> FailureSignature.of(((Outcome.Retry) ending).cause());
            case GAVE_UP -> FailureSignature.of(((Outcome.GaveUp) ending).cause());
            case TIMED_OUT -> FailureSignature.TIMED_OUT;
            case SUCCEEDED, SNOOZE, RELEASED, CANCELLED, LEASE_LOST, SUSPENDED -> null;
        };
    }

    private synchronized void count(FailureKey key, FailureCount tally) {
        boolean isOneTooMany = tallies.size() >= MAX_DIFFERENT && !tallies.containsKey(key);
        FailureKey counted = isOneTooMany ? new FailureKey(OTHERS.id(), key.queue(), key.type()) : key;
        tallies.merge(
                counted,
                isOneTooMany ? new FailureCount(OTHERS, tally.count(), tally.sample()) : tally,
                FailureCount::and);
    }

    /**
     * Writes the failures that were counted since the last call. If a write has failed, the next call repeats it
     * first.
     */
    public void flush() {
        synchronized (writing) {
            write();
            Map<FailureKey, FailureCount> counted = take();
            if (!counted.isEmpty()) {
                pending = new Batch(++batches, counted);
                write();
            }
        }
    }

    private void write() {
        Batch batch = pending;
        if (batch != null) {
            rows.add(name, batch.number(), batch.counted());
            pending = null;
        }
    }

    private synchronized Map<FailureKey, FailureCount> take() {
        Map<FailureKey, FailureCount> taken = tallies;
        tallies = new TreeMap<>();
        return taken;
    }
}
