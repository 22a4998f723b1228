package io.github.rowmill.operate.page.overview;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.failure.FailureCard;
import io.github.rowmill.operate.page.node.NodeRow;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
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
        List<Sign> failures,
        List<Run> longest,
        @Nullable List<NodeRow> nodes,
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
                        .map(failure -> Sign.of(failure, times))
                        .toList(),
                figures.longest().stream().map(task -> Run.of(task, times)).toList(),
                figures.nodes() == null ? null : nodes(figures.nodes(), times),
                types);
    }

    private static List<NodeRow> nodes(List<Node> all, Times times) {
        return all.stream()
                .filter(node -> node.state() != Node.State.STOPPED)
                .sorted(Comparator.comparing((Node node) -> node.state() == Node.State.UP)
                        .thenComparing(Node::name))
                .limit(NODES)
                .map(node -> NodeRow.of(node, times))
                .toList();
    }

    /** Failures with one signature. */
    record Sign(
            String path,
            String attempts,
            String exception,
            String message,
            String frame,
            String types,
            boolean isNew,
            String since,
            String last) {

        private static Sign of(Failure failure, Times times) {
            return new Sign(
                    "failures/" + Search.encoded(failure.signature()),
                    Figures.number(failure.attempts()),
                    OverviewSentences.last(failure.exception(), 1),
                    failure.message(),
                    OverviewSentences.last(failure.frame(), 2),
                    String.join(", ", failure.types()),
                    FailureCard.isNew(failure.first(), times),
                    "since " + times.brief(failure.first()),
                    times.ago(failure.last()));
        }
    }

    /** A task that executes. */
    record Run(long id, String type, String queue, String node, String length) {

        private static Run of(Task task, Times times) {
            Instant started = task.getStarted();
            String node = task.getOperatorId();
            return new Run(
                    task.getId(),
                    task.getType(),
                    task.getQueue(),
                    node == null ? "" : node,
                    started == null ? "" : times.length(started));
        }
    }

    /** Returns whether there is nothing to show yet. */
    public boolean isEmpty() {
        return heading.tone().equals("note");
    }
}
