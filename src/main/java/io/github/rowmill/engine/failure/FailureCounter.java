package io.github.rowmill.engine.failure;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
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
 * Counts this node's failures, and adds them to the table every five seconds: one statement, however many there were,
 * and none if there were none. What could not be written is tried again as the same batch, and what comes meanwhile waits
 * behind it. What a node has counted and not yet written is lost with it; the attempts' own rows are not.
 */
@Singleton
public class FailureCounter {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Different ones between two rounds: a storm of ever new messages is counted as one beyond. */
    private static final int MAX_DIFFERENT = 1_000;

    private static final FailureSignature OTHERS =
            new FailureSignature("others", "others", "", "more different failures at once than are counted apart");

    /** Behind the end of the engine's work, which may fail. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_001;

    private final FailureRows rows;
    private final Loop loop;
    private final Object writing = new Object();
    private final UUID name = UUID.randomUUID();
    private SortedMap<FailureKey, Tally> tallies = new TreeMap<>();
    private long batches;
    private @Nullable Batch pending;

    FailureCounter(FailureRows rows, Loops loops) {
        this.rows = rows;
        this.loop = loops.regular("failures", PAUSE, this::flush);
    }

    private record Batch(long number, Map<FailureKey, Tally> counted) {}

    /** Makes it, so that its loop is there when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    void stop(@Observes @Priority(LAST) ShutdownEvent stopping, DrainTime time) throws InterruptedException {
        loop.wake();
        loop.finish(time.forLastWords());
    }

    void onEnded(@Observes TaskEvent.Ended ended) {
        FailureSignature signature = signature(ended.ending());
        if (signature != null) {
            count(new FailureKey(signature.id(), ended.queue(), ended.type()), new Tally(signature, 1, ended.id()));
        }
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        FailureSignature crashed = FailureSignature.CRASHED;
        count(new FailureKey(crashed.id(), recovered.queue(), recovered.type()), new Tally(crashed, 1, recovered.id()));
    }

    private static @Nullable FailureSignature signature(Ending ending) {
        return switch (ending.kind()) {
            case RETRY -> FailureSignature.of(((Outcome.Retry) ending).cause());
            case GAVE_UP -> FailureSignature.of(((Outcome.GaveUp) ending).cause());
            case TIMED_OUT -> FailureSignature.TIMED_OUT;
            case SUCCEEDED, SNOOZE, RELEASED, CANCELLED, LEASE_LOST -> null;
        };
    }

    private synchronized void count(FailureKey key, Tally tally) {
        boolean isOneTooMany = tallies.size() >= MAX_DIFFERENT && !tallies.containsKey(key);
        FailureKey counted = isOneTooMany ? new FailureKey(OTHERS.id(), key.queue(), key.type()) : key;
        tallies.merge(counted, isOneTooMany ? new Tally(OTHERS, tally.count(), tally.sample()) : tally, Tally::and);
    }

    /** Writes what was counted since the last time; if that fails, the next time tries it again first. */
    public void flush() {
        synchronized (writing) {
            write();
            Map<FailureKey, Tally> counted = take();
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

    private synchronized Map<FailureKey, Tally> take() {
        Map<FailureKey, Tally> taken = tallies;
        tallies = new TreeMap<>();
        return taken;
    }
}
