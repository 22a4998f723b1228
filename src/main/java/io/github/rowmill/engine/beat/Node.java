package io.github.rowmill.engine.beat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node, by what it said at its last beat, and by what is known of its tasks since.
 *
 * @param stopped when it said that it ends; null: it has not
 * @param inHand tasks that waited, ran or were being settled there
 * @param queues the only ones it works on; null: all
 * @param holds tasks that execute under its name by now
 * @param recovered tasks that were recovered from it since its start
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

    /** How a node fares. */
    public enum State {
        /** It works. */
        UP,
        /** It takes no more tasks, and stops. */
        DRAINING,
        /** It has stopped. */
        STOPPED,
        /** It fell silent: it died, hangs, or cannot reach the database. */
        LOST
    }
}
