package io.github.rowmill.operate.page.node;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.util.List;

/**
 * A node in the list of all.
 *
 * @param version the application's name, and Rowmill's version
 * @param beat time of its last heartbeat, or of its stop
 * @param full tasks that it holds, in percent of its workers
 */
public record NodeRow(
        String name,
        String host,
        Node.State state,
        String stateText,
        String version,
        String up,
        String beat,
        String inHand,
        String full,
        String queues,
        int holds) {

    /** Returns the row of a node. */
    public static NodeRow of(Node node, Times times) {
        boolean isHere = node.state() == Node.State.UP || node.state() == Node.State.DRAINING;
        return new NodeRow(
                node.name(),
                node.host(),
                node.state(),
                stateText(node),
                node.application() + ", Rowmill " + node.version(),
                isHere ? "up " + times.length(node.started()) : "started " + times.at(node.started()),
                beat(node, times),
                isHere ? "%s of %s".formatted(node.inHand(), node.workers()) : "–",
                Figures.share(isHere ? node.inHand() : 0, node.workers()),
                queues(node),
                node.holds());
    }

    private static String stateText(Node node) {
        return switch (node.state()) {
            case UP -> "works";
            case DRAINING -> "drains";
            case STOPPED -> "stopped";
            case LOST ->
                node.recovered() > 0 ? "lost, %s recovered".formatted(Figures.number(node.recovered())) : "lost";
        };
    }

    private static String beat(Node node, Times times) {
        return switch (node.state()) {
            case UP, DRAINING -> times.ago(node.beat());
            case STOPPED -> "stopped " + times.at(node.stopped() == null ? node.beat() : node.stopped());
            case LOST -> "lost " + times.at(node.beat());
        };
    }

    private static String queues(Node node) {
        List<String> only = node.queues();
        return only == null ? "all queues" : String.join(", ", only);
    }

    /** Returns the path of its tasks, below {@code /rowmill/}. */
    public String path() {
        return Search.of("node", name).path();
    }

    /** Returns {@code good}, {@code warn}, {@code bad}, or empty text. */
    public String tone() {
        return switch (state) {
            case UP -> "good";
            case DRAINING -> "warn";
            case LOST -> "bad";
            case STOPPED -> "";
        };
    }

    /** Returns the name of its icon in the sprite. */
    public String icon() {
        return switch (state) {
            case UP -> "ok";
            case DRAINING -> "drain";
            case LOST -> "lost";
            case STOPPED -> "paused";
        };
    }
}
