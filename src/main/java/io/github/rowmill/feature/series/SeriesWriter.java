package io.github.rowmill.feature.series;

import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Adds the counts of this node to the table at the end of each minute of the database's clock, and when the node
 * stops. A round needs one statement, or none if nothing was counted. If a node dies, the counts of its last
 * minute are lost. Counts that could not be written are tried again a minute later, unchanged, and newer counts
 * wait until they are written.
 */
@Singleton
public class SeriesWriter {

    /**
     * Delay of the first round after the start. It is short, so that the rounds soon follow the database's
     * minutes.
     */
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Priority after the end of the engine's work, and after the application's observers of the shutdown. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_001;

    private final SeriesCounter counter;
    private final SeriesRows rows;
    private final NodeState node;
    private final Ticker ticker;
    private final Loop loop;
    private final UUID name = UUID.randomUUID();
    private long batches;
    private long taken;
    private long minuteEnds;
    private @Nullable Batch pending;
    private volatile boolean ends;

    SeriesWriter(SeriesCounter counter, SeriesRows rows, NodeState node, Ticker ticker, Loops loops) {
        this.counter = counter;
        this.rows = rows;
        this.node = node;
        this.ticker = ticker;
        this.taken = ticker.nanos();
        this.minuteEnds = taken;
        this.loop = loops.regular("series", MINUTE, this::round);
    }

    /**
     * Counts to write in one statement.
     *
     * @param middle the middle of the time in which the events were counted
     */
    private record Batch(long number, long middle, SortedMap<SeriesKey, SeriesCounts.Counts> counts) {}

    /** Makes the container create this bean, so that its loop exists when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    void start(@Observes @Priority(NodeState.OPENED) StartupEvent start) {
        loop.within(SOON);
    }

    /** Stops the loop after a last round, which writes all remaining counts. */
    void stop(@Observes @Priority(LAST) ShutdownEvent stopping, DrainTime time) throws InterruptedException {
        ends = true;
        loop.wake();
        loop.finish(time.forLastWords());
    }

    private void round() {
        if (node.isVisitor()) {
            return;
        }
        if (ends || isMinuteOver()) {
            flush();
        }
        loop.within(leftOfMinute());
    }

    private boolean isMinuteOver() {
        return leftOfMinute().compareTo(Duration.ZERO) <= 0;
    }

    private synchronized Duration leftOfMinute() {
        return Duration.ofNanos(minuteEnds - ticker.nanos());
    }

    /** Writes the counts. If that fails, the next round tries again a minute later. */
    public synchronized void flush() {
        while (isMinuteOver()) {
            minuteEnds += MINUTE.toNanos();
        }
        if (pending != null) {
            write(pending);
        }
        Batch batch = take();
        if (!batch.counts().isEmpty()) {
            pending = batch;
            write(batch);
        }
    }

    private Batch take() {
        long now = ticker.nanos();
        long middle = now - Math.min(now - taken, MINUTE.toNanos()) / 2;
        taken = now;
        return new Batch(++batches, middle, counter.take());
    }

    private void write(Batch batch) {
        Duration rest = rows.add(name, batch.number(), ticker.since(batch.middle()), batch.counts());
        minuteEnds = ticker.nanos() + rest.toNanos();
        pending = null;
    }
}
