package io.github.rowmill.engine.failure;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Forgets failures that have not happened for as long as dead tasks are kept. */
@Singleton
public class FailureTrimmer {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final FailureRows rows;
    private final NodeState node;
    private final Duration retention;

    FailureTrimmer(FailureRows rows, NodeState node, RowmillConfig config, Loops loops) {
        this.rows = rows;
        this.node = node;
        this.retention = config.retention().dead();
        loops.regular("failure-trim", PAUSE, this::round);
    }

    /** Makes it, so that its loop is there when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    private void round() {
        if (node.isOpen()) {
            trimOnce();
        }
    }

    /** Deletes what is past its retention; returns how many. */
    public int trimOnce() {
        return rows.forget(retention);
    }
}
