package io.github.rowmill.operate.page.overview;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The overview, as text.
 *
 * @param heading the first of the notes
 * @param allQueues whether {@code queues} are all queues
 * @param nodes null if the viewer may not see them
 * @param types the types that this node handles
 */
record Overview(
        Note heading,
        List<Note> also,
        List<Flow.Figure> flow,
        List<QueueLine> queues,
        boolean allQueues,
        List<Failure> failures,
        List<Task> longest,
        @Nullable List<Node> nodes,
        Collection<TaskType> types) {

    private static final Duration LATELY = Duration.ofHours(1);
    private static final int FAILURES = 4;
    private static final int NODES = 8;
    private static final int QUEUES = 12;

    static Overview of(
            OverviewFigures.Standing figures,
            Flow.Lately lately,
            List<String> unhandled,
            Collection<TaskType> types,
            Times times) {
        List<Note> notes = OverviewSentences.of(figures, unhandled, times);
        return new Overview(
                notes.get(0),
                notes.subList(1, notes.size()),
                Flow.of(figures, lately),
                QueueLine.of(figures, lately.queues(), QUEUES),
                figures.statistics().allQueues()
                        && figures.statistics().queues().size() <= QUEUES,
                figures.failures().stream()
                        .filter(failure -> times.since(failure.last()).compareTo(LATELY) < 0)
                        .limit(FAILURES)
                        .toList(),
                figures.longest(),
                figures.nodes() == null ? null : nodes(figures.nodes()),
                types);
    }

    private static List<Node> nodes(List<Node> all) {
        return all.stream()
                .filter(node -> node.state() != Node.State.STOPPED)
                .sorted(Comparator.comparing((Node node) -> node.state() == Node.State.UP)
                        .thenComparing(Node::name))
                .limit(NODES)
                .toList();
    }

    /** Returns whether there is nothing to show yet. */
    public boolean isEmpty() {
        return heading.tone().equals("note");
    }
}
