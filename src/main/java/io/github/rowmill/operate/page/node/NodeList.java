package io.github.rowmill.operate.page.node;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of nodes. Nodes that work come first, then those that drain, are lost, or have stopped.
 *
 * @param types the number of working nodes on this page that handle each type
 * @param next path of the next page; null if this is the last
 */
public record NodeList(
        List<NodeRow> rows, List<Handled> types, @Nullable String next) {

    static final int SIZE = 200;

    /** A type and the number of nodes that handle it. */
    public record Handled(String type, int nodes) {}

    static NodeList of(List<Node> oneMore, Times times) {
        List<Node> shown = oneMore.stream().limit(SIZE).toList();
        return new NodeList(
                shown.stream()
                        .sorted(Comparator.comparing(NodeList::rank).thenComparing(Node::name))
                        .map(node -> NodeRow.of(node, times))
                        .toList(),
                handled(shown),
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

    private static List<Handled> handled(List<Node> nodes) {
        TreeMap<String, Integer> counts = new TreeMap<>();
        nodes.stream()
                .filter(node -> node.state() == Node.State.UP)
                .flatMap(node -> node.types().stream())
                .forEach(type -> counts.merge(type, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> new Handled(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns how many nodes on this page are in a state. */
    public long in(String state) {
        return rows.stream().filter(row -> row.state().name().equals(state)).count();
    }

    /** Returns how many nodes on this page are lost and still hold tasks. */
    public long orphans() {
        return rows.stream()
                .filter(row -> row.state() == Node.State.LOST && row.holds() > 0)
                .count();
    }

    /** Returns the title for the browser's tab. A problem comes first. */
    public String title() {
        return orphans() == 0 ? "Nodes" : "%s lost · Nodes".formatted(orphans());
    }

    /** Returns how many versions of Rowmill and of the application work on this page's nodes at the same time. */
    public long versions() {
        return rows.stream()
                .filter(row -> row.state() == Node.State.UP)
                .map(NodeRow::version)
                .distinct()
                .count();
    }
}
