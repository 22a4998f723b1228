package io.github.rowmill.operate.page.overview;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The numbers of tasks in each state, in the order in which tasks pass through them. */
final class Flow {

    private Flow() {}

    /**
     * The number of tasks in a state.
     *
     * @param is a short remark; may be empty
     * @param tone CSS class of a problem; may be empty
     * @param isApart whether the state is off the usual way of a task
     */
    record Figure(DisplayState mood, String path, String count, String is, String tone, boolean isApart) {

        /** Returns whether tasks reach this state from the one before it. */
        public boolean isReached() {
            return mood == DisplayState.DUE || mood == DisplayState.EXECUTING || mood == DisplayState.COMPLETED;
        }
    }

    /**
     * Recent activity, as the charts show it.
     *
     * @param time length of the range
     * @param queues the busiest queues
     */
    record Lately(long completed, String time, List<String> queues) {}

    static List<Figure> of(OverviewFigures.Standing figures, Lately lately) {
        Statistics statistics = figures.statistics();
        return List.of(
                ofQueues(statistics, DisplayState.SCHEDULED, QueueCount::scheduled),
                due(statistics),
                executing(figures),
                completed(figures, lately),
                retrying(statistics.retrying()),
                ofState(statistics, TaskStatus.WAITING, DisplayState.WAITING, "for their turn"),
                ofState(statistics, TaskStatus.DEAD, DisplayState.DEAD, "need attention"),
                ofState(statistics, TaskStatus.CANCELLED, DisplayState.CANCELLED, ""));
    }

    private static Figure due(Statistics statistics) {
        Optional<QueueCount> oldest = statistics.queues().stream()
                .max(Comparator.comparing(QueueCount::lag))
                .filter(queue -> queue.lag().compareTo(Duration.ZERO) > 0);
        Figure due = ofQueues(statistics, DisplayState.DUE, QueueCount::due);
        return new Figure(
                DisplayState.DUE,
                due.path(),
                due.count(),
                oldest.map(queue -> "oldest %s in %s".formatted(Figures.duration(queue.lag()), queue.queue()))
                        .orElse("none is waiting"),
                oldest.filter(QueueCount::isBehind).map(queue -> "bad").orElse(""),
                false);
    }

    private static Figure ofQueues(Statistics statistics, DisplayState mood, Function<QueueCount, Count> count) {
        String text = statistics.together().map(count).map(Figures::count).orElse("0");
        return new Figure(
                mood,
                Search.ALL.in(mood).path(),
                statistics.allQueues() ? text : text + "+",
                mood == DisplayState.SCHEDULED ? "for later" : "",
                "",
                false);
    }

    private static Figure executing(OverviewFigures.Standing figures) {
        return figures.isOfAll()
                ? ofState(figures.statistics(), TaskStatus.EXECUTING, DisplayState.EXECUTING, "on all nodes")
                : ofQueues(figures.statistics(), DisplayState.EXECUTING, QueueCount::executing);
    }

    /**
     * Returns the figure of completed tasks. If the viewer sees only some queues, it is the number that nodes
     * counted, as no index has completed tasks by queue.
     */
    private static Figure completed(OverviewFigures.Standing figures, Lately lately) {
        return figures.isOfAll()
                ? ofState(figures.statistics(), TaskStatus.COMPLETED, DisplayState.COMPLETED, "while they are kept")
                : new Figure(
                        DisplayState.COMPLETED,
                        Search.ALL.in(DisplayState.COMPLETED).path(),
                        Figures.number(lately.completed()),
                        "in the last " + lately.time(),
                        "",
                        false);
    }

    private static Figure retrying(Count count) {
        return new Figure(
                DisplayState.RETRYING,
                Search.ALL.in(DisplayState.RETRYING).path(),
                Figures.count(count),
                count.number() == 0 ? "none" : "failed before",
                "",
                true);
    }

    private static Figure ofState(Statistics statistics, TaskStatus status, DisplayState mood, String is) {
        Count count = statistics.in(status);
        boolean isBad = mood == DisplayState.DEAD && count.number() > 0;
        return new Figure(
                mood,
                Search.ALL.in(mood).path(),
                Figures.count(count),
                count.number() == 0 && mood != DisplayState.EXECUTING ? "none" : is,
                isBad ? "bad" : "",
                false);
    }
}
