package io.github.rowmill.operate.page.node;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.NodeCounts;
import io.github.rowmill.feature.beat.RemoteHolder;
import io.github.rowmill.operate.page.Search;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of nodes. Nodes that work come first, then those that drain, are lost, or have stopped.
 *
 * @param counts the numbers of all nodes, on all pages
 * @param remote the remote workers that hold tasks
 * @param next path of the next page; null if this is the last
 */
public record NodeList(
        List<Node> rows,
        NodeCounts counts,
        List<RemoteHolder> remote,
        @Nullable String next) {

    static final int SIZE = 200;

    static NodeList of(List<Node> oneMore, NodeCounts counts, List<RemoteHolder> remote) {
        List<Node> shown = oneMore.stream().limit(SIZE).toList();
        return new NodeList(
                shown.stream()
                        .sorted(Comparator.comparing(NodeList::rank).thenComparing(Node::name))
                        .toList(),
                counts,
                remote,
                oneMore.size() > SIZE
                        ? "nodes?after=" + Search.encoded(shown.get(SIZE - 1).name())
                        : null);
    }

    private static int rank(Node node) {
        return switch (node.state()) {
            case UP -> 0;
            case DRAINING -> 1;
            case LOST -> 2;
            case STOPPED -> 3;
        };
    }

    /** Returns the title for the browser's tab. A problem comes first. */
    public String title() {
        return counts.lostWithTasks() == 0 ? "Nodes" : "%s lost · Nodes".formatted(counts.lostWithTasks());
    }
}
