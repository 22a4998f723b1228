package io.github.rowmill.operate.page.overview;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.NodeCounts;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.failure.FailureTexts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the state of the system in sentences. The first is the page's heading; the others
 * are remarks, worst first.
 */
final class OverviewSentences {

    private static final Duration LATELY = Duration.ofHours(1);
    private static final int MANY = 5;
    private static final int MAX_NOTES = 5;

    private final OverviewFigures.Standing figures;
    private final List<String> unhandled;
    private final Times times;
    private final Set<String> paused;
    private final List<Node> nodes;
    private final NodeCounts counts;
    private final List<Note> notes = new ArrayList<>();

    private OverviewSentences(OverviewFigures.Standing figures, List<String> unhandled, Times times) {
        this.figures = figures;
        this.unhandled = unhandled;
        this.times = times;
        this.nodes = figures.nodes() == null ? List.of() : figures.nodes();
        this.counts = figures.counts() == null ? NodeCounts.NONE : figures.counts();
        this.paused = figures.rules().stream()
                .filter(ruled -> ruled.rules().paused())
                .map(Ruled::queue)
                .collect(Collectors.toSet());
    }

    /** @param unhandled types of due tasks that this node has no handler for */
    static List<Note> of(OverviewFigures.Standing figures, List<String> unhandled, Times times) {
        return new OverviewSentences(figures, unhandled, times).notes();
    }

    private List<Note> notes() {
        if (isEmpty()) {
            return List.of(new Note("note", "due", "Nothing to do yet", works() + "There is no task.", ""));
        }
        addIdle();
        addBehind();
        addLost();
        addNewFailures();
        addUnhandled();
        addPaused();
        if (notes.isEmpty()) {
            notes.add(new Note("good", "ok", "All is well", works() + oldest(), ""));
        }
        return notes.subList(0, Math.min(notes.size(), MAX_NOTES));
    }

    private boolean isEmpty() {
        return figures.isOfAll()
                && figures.statistics().queues().isEmpty()
                && figures.statistics().states().stream()
                        .map(Statistics.StatusCount::count)
                        .allMatch(count -> count.number() == 0);
    }

    private void addIdle() {
        if (figures.isOfAll() && counts.up() == 0 && due().findAny().isPresent()) {
            notes.add(new Note(
                    "bad",
                    "lost",
                    "No node is up",
                    "Tasks are due, and no node has sent a heartbeat.",
                    Search.of("status", "queued").path()));
        }
    }

    private void addBehind() {
        due().filter(queue -> !paused.contains(queue.queue()) && queue.isBehind())
                .sorted(Comparator.comparing(QueueCount::lag).reversed())
                .forEach(queue -> notes.add(new Note(
                        "bad",
                        "warn",
                        queue.queue() + " is behind",
                        "%s tasks are due there, the oldest for %s."
                                .formatted(Figures.count(queue.due()), Figures.duration(queue.lag())),
                        Search.of("queue", queue.queue())
                                .with("status", "queued")
                                .path())));
    }

    private void addLost() {
        nodes.stream()
                .filter(node -> node.state() == Node.State.LOST && node.holds() > 0)
                .forEach(node -> notes.add(new Note(
                        "bad",
                        "lost",
                        node.name() + " is lost",
                        "Its last heartbeat was %s. It still holds %s; another node takes them when their leases end."
                                .formatted(times.ago(node.beat()), tasks(node.holds())),
                        Search.of("node", node.name()).path())));
    }

    private void addNewFailures() {
        figures.failures().stream()
                .filter(failure -> FailureTexts.isNew(failure, times)
                        && times.since(failure.last()).compareTo(LATELY) < 0
                        && failure.attempts() >= MANY)
                .forEach(failure -> notes.add(newFailure(failure)));
    }

    private Note newFailure(Failure failure) {
        String at = failure.frame().isEmpty() ? "" : " at " + FailureTexts.place(failure);
        return new Note(
                "bad",
                "new",
                FailureTexts.typeNames(failure) + (failure.types().size() == 1 ? " fails" : " fail") + " in a new way",
                "%s%s, %s attempts since %s."
                        .formatted(
                                FailureTexts.name(failure),
                                at,
                                FailureTexts.count(failure),
                                times.brief(failure.first())),
                Search.of("failure", failure.signature()).path());
    }

    private void addUnhandled() {
        unhandled.stream()
                .filter(type -> !counts.types().containsKey(type))
                .forEach(type -> notes.add(new Note(
                        "warn",
                        "lost",
                        "No node handles " + type,
                        "Due tasks of this type wait for a node that has a handler.",
                        Search.of("type", type).with("status", "queued").path())));
    }

    private void addPaused() {
        due().filter(queue -> paused.contains(queue.queue()))
                .forEach(queue -> notes.add(new Note(
                        "warn",
                        "paused",
                        queue.queue() + " is paused",
                        "%s tasks are due there.".formatted(Figures.count(queue.due())),
                        Search.of("queue", queue.queue())
                                .with("status", "queued")
                                .path())));
    }

    private Stream<QueueCount> due() {
        return figures.statistics().queues().stream()
                .filter(queue -> queue.due().number() > 0);
    }

    /** Returns how many nodes work, or empty text if the viewer may not see nodes. */
    private String works() {
        String work = counts.up() == 1 ? "1 node is up. " : Figures.number(counts.up()) + " nodes are up. ";
        return figures.isOfAll() ? work : "";
    }

    private String oldest() {
        return due().max(Comparator.comparing(QueueCount::lag))
                .map(queue -> "The longest wait, in %s, is %s.".formatted(queue.queue(), Figures.duration(queue.lag())))
                .orElse("Nothing is due.");
    }

    private static String tasks(int number) {
        return number == 1 ? "1 task" : Figures.number(number) + " tasks";
    }
}
