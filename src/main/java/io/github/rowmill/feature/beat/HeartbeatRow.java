package io.github.rowmill.feature.beat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that a node reports in its row.
 *
 * @param queues the only queues that the node works on; null if it works on all
 */
record HeartbeatRow(
        String name,
        String host,
        String application,
        String version,
        boolean draining,
        int workers,
        int inHand,
        int running,
        @Nullable List<String> queues,
        List<String> types) {}
