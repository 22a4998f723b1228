package io.github.rowmill.engine.beat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself.
 *
 * @param queues the only ones it works on; null: all
 */
record Beat(
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
