package io.github.rowmill.feature.flow;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.feature.flow.store.FlowLooks;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Batches;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/**
 * Finds ends that no node has looked at, and deletes old flows. Every node does this, and none waits for another.
 *
 * <p>Ends with a mark are found every fifteen seconds. Rows that were changed or deleted without a mark, by SQL or by an
 * older node, are found every hour.
 */
@Startup
@Singleton
public class FlowSweep {

    private static final Duration PAUSE = Duration.ofSeconds(15);

    /** Pause after the loss of a node, which may have ended tasks without looking. */
    private static final Duration AFTER_LOSS = Duration.ofSeconds(1);

    /** The node that has ended a task looks within this time. */
    private static final Duration OWN_LOOK = Duration.ofSeconds(1);

    private static final Duration BETWEEN_WALKS = Duration.ofHours(1);
    private static final Duration BETWEEN_TRIMS = Duration.ofMinutes(2);

    private static final int BATCH = 1_000;
    private static final int FLOWS = 100;
    private static final int ROWS = 10_000;

    private final FlowLooks rows;
    private final Looks looks;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Duration kept;
    private final Loop loop;
    private volatile FlowLooks.Left latest = new FlowLooks.Left(List.of(), List.of(), 0, 0);
    private long walked;
    private long trimmed;

    FlowSweep(
            FlowLooks rows,
            Looks looks,
            TaskEvents events,
            Ticker ticker,
            RowmillConfig config,
            NodeState node,
            Loops loops) {
        this.rows = rows;
        this.looks = looks;
        this.events = events;
        this.ticker = ticker;
        this.kept = config.retention().flow();
        this.walked = ticker.nanos();
        this.trimmed = ticker.nanos();
        this.loop = loops.regular("flows", PAUSE, () -> {
            if (node.isOpen()) {
                round();
            }
        });
    }

    void onNodeLost(@Observes TaskEvent.NodeLost lost) {
        loop.within(AFTER_LOSS);
    }

    private void round() {
        sweepOnce(OWN_LOOK);
        if (ticker.since(walked).compareTo(BETWEEN_WALKS) >= 0) {
            walked = ticker.nanos();
            walkOnce();
        }
        if (ticker.since(trimmed).compareTo(BETWEEN_TRIMS) >= 0) {
            trimmed = ticker.nanos();
            trimOnce();
        }
    }

    /** Returns the number of flows that have not ended, at the last round of this node. */
    public long open() {
        return latest.open();
    }

    /** Returns the number of flows of which a part is held, at the last round of this node. */
    public long held() {
        return latest.held();
    }

    /** Reports tasks that ended longer ago than {@code age} and that no node has looked at. Returns their number. */
    public int sweepOnce(Duration age) {
        FlowLooks.Left left = rows.left(age, BATCH);
        latest = left;
        looks.at(left.tasks(), left.flows());
        if (!left.tasks().isEmpty()) {
            events.fire(new TaskEvent.Looked(left.tasks().size(), true));
        }
        return left.tasks().size() + left.flows().size();
    }

    /** Reports open flows at which nothing would make a node look. Returns their number. */
    public int walkOnce() {
        int adrift = 0;
        long after = 0;
        List<FlowLooks.Open> slice;
        do {
            slice = rows.slice(after, BATCH);
            List<Long> flows = slice.stream()
                    .filter(FlowLooks.Open::isAdrift)
                    .map(FlowLooks.Open::id)
                    .toList();
            looks.at(List.of(), flows);
            adrift += flows.size();
            after = slice.isEmpty() ? after : slice.get(slice.size() - 1).id();
        } while (slice.size() == BATCH);
        return adrift;
    }

    /** Deletes flows whose retention has passed. Returns their number. */
    public int trimOnce() {
        return Batches.writeAll(FLOWS, limit -> (int) rows.old(kept, limit).stream()
                .filter(id -> rows.delete(id, kept, ROWS))
                .count());
    }
}
