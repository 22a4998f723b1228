package io.github.rowmill.engine.sweep;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.Trims;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Batches;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes finished tasks after their retention, in small batches, by one node at a time. */
@Startup
@Singleton
public class Trimmer {

    private static final Duration PAUSE = Duration.ofMinutes(2);

    /** Rows of one transaction. Short transactions keep the waits of workers short and let vacuum follow. */
    private static final int BATCH = 1000;

    /** Time that results are kept at least, if completed tasks are not kept. */
    private static final Duration RESULTS = Duration.ofMinutes(10);

    private final Trims trims;
    private final TaskEvents events;
    private final RowmillConfig config;

    Trimmer(Trims trims, TaskEvents events, RowmillConfig config, NodeState node, Loops loops) {
        this.trims = trims;
        this.events = events;
        this.config = config;
        loops.regular("trim", PAUSE, () -> {
            if (node.isOpen()) {
                trimOnce();
            }
        });
    }

    /** Deletes all tasks whose retention has passed. Returns their number. */
    public int trimOnce() {
        return trim(TaskStatus.COMPLETED, completed())
                + trim(TaskStatus.DEAD, config.retention().dead())
                + trim(TaskStatus.CANCELLED, config.retention().cancelled());
    }

    /** Returns the time that completed rows are kept. Without retention, only rows that are waited for exist. */
    private Duration completed() {
        Duration kept = config.retention().completed();
        return kept.isZero() ? RESULTS : kept;
    }

    private int trim(TaskStatus status, Duration age) {
        int trimmed = Batches.writeAll(
                BATCH, limit -> trims.trim(status, age, limit, why -> events.roundFailed("trim", why)));
        if (trimmed > 0) {
            events.fire(new TaskEvent.Trimmed(status, trimmed));
        }
        return trimmed;
    }
}
