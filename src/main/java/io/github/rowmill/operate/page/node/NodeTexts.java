package io.github.rowmill.operate.page.node;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.RemoteHolder;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.quarkus.qute.TemplateExtension;
import java.util.List;

/** Formats nodes for templates. */
@TemplateExtension
public final class NodeTexts {

    private NodeTexts() {}

    public static String stateText(Node node) {
        return switch (node.state()) {
            case UP -> "works";
            case DRAINING -> "drains";
            case STOPPED -> "stopped";
            case LOST ->
                node.recovered() > 0 ? "lost, %s recovered".formatted(Figures.number(node.recovered())) : "lost";
        };
    }

    /** Returns the application's name, and Rowmill's version. */
    public static String program(Node node) {
        return node.application() + ", Rowmill " + node.version();
    }

    /** Returns how long the node has been up, or when it was started. */
    public static String start(Node node, Times times) {
        return isHere(node) ? "up " + times.length(node.started()) : "started " + times.at(node.started());
    }

    /** Returns the time of the last heartbeat, or of the stop. */
    public static String heartbeat(Node node, Times times) {
        return switch (node.state()) {
            case UP, DRAINING -> times.ago(node.beat());
            case STOPPED -> "stopped " + times.at(node.stopped() == null ? node.beat() : node.stopped());
            case LOST -> "lost " + times.at(node.beat());
        };
    }

    public static String held(Node node) {
        return isHere(node) ? "%s of %s".formatted(node.inHand(), node.workers()) : "–";
    }

    /** Returns the held tasks in percent of the workers. */
    public static String full(Node node) {
        return Figures.share(isHere(node) ? node.inHand() : 0, node.workers());
    }

    private static boolean isHere(Node node) {
        return node.state() == Node.State.UP || node.state() == Node.State.DRAINING;
    }

    public static String queueNames(Node node) {
        List<String> only = node.queues();
        return only == null ? "all queues" : String.join(", ", only);
    }

    /** Returns the path of the node's tasks, below {@code /rowmill/}. */
    public static String path(Node node) {
        return Search.of("node", node.name()).path();
    }

    public static String typeNames(RemoteHolder worker) {
        return String.join(", ", worker.types());
    }

    /** Returns the path of the worker's tasks, below {@code /rowmill/}. */
    public static String path(RemoteHolder worker) {
        return Search.of("node", worker.name()).path();
    }

    /** Returns {@code good}, {@code warn}, {@code bad}, or empty text. */
    public static String tone(Node node) {
        return switch (node.state()) {
            case UP -> "good";
            case DRAINING -> "warn";
            case LOST -> "bad";
            case STOPPED -> "";
        };
    }

    /** Returns the name of the node's icon in the sprite. */
    public static String icon(Node node) {
        return switch (node.state()) {
            case UP -> "ok";
            case DRAINING -> "drain";
            case LOST -> "lost";
            case STOPPED -> "paused";
        };
    }
}
