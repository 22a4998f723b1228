package io.github.rowmill.engine.series;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes figures that are older than they are kept; those of before it was turned off, too. */
@Singleton
public class SeriesTrimmer {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final SeriesRows rows;
    private final NodeState node;
    private final Duration retention;

    SeriesTrimmer(SeriesRows rows, NodeState node, RowmillConfig config, Loops loops) {
        this.rows = rows;
        this.node = node;
        this.retention = config.history().retention();
        loops.regular("series-trim", PAUSE, this::round);
    }

    /** Makes it, so that its loop is there when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    private void round() {
        if (node.isOpen()) {
            trimOnce();
        }
    }

    /** Deletes what is past its retention; returns how many rows. */
    public int trimOnce() {
        return rows.trim(retention);
    }
}
