package io.github.rowmill.feature.beat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as its last beat describes it, with the number of its tasks since then.
 *
 * @param stopped time at which the node stopped; null if it has not stopped
 * @param inHand number of tasks that waited, ran or were being settled on the node
 * @param queues the only queues that the node works on; null if it works on all
 * @param holds number of tasks that execute under the node's name now
 * @param recovered number of tasks that were recovered from the node since its start
 */
public record Node(
        String name,
        State state,
        String host,
        String application,
        String version,
        Instant started,
        Instant beat,
        @Nullable Instant stopped,
        int workers,
        int inHand,
        int running,
        @Nullable List<String> queues,
        List<String> types,
        int holds,
        int recovered) {

    /** The condition of a node. */
    public enum State {
        /** The node works. */
        UP,
        /** The node takes no more tasks, and is stopping. */
        DRAINING,
        /** The node has stopped. */
        STOPPED,
        /** The node is silent: it died, hangs, or cannot reach the database. */
        LOST
    }
}
