package io.github.rowmill.feature.beat;

import java.util.Map;

/**
 * Numbers of all nodes.
 *
 * @param up number of nodes that work
 * @param draining number of nodes that are stopping
 * @param lost number of nodes that are silent
 * @param lostWithTasks number of lost nodes that still hold tasks
 * @param versions number of versions of Rowmill and of applications that work at the same time
 * @param types number of nodes that work and handle a type, by the type
 */
public record NodeCounts(int up, int draining, int lost, int lostWithTasks, int versions, Map<String, Integer> types) {

    /** The numbers if there are no nodes. */
    public static final NodeCounts NONE = new NodeCounts(0, 0, 0, 0, 0, Map.of());
}
