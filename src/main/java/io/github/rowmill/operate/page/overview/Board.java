package io.github.rowmill.operate.page.overview;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.beat.Node;
import io.github.rowmill.engine.beat.NodeReader;
import io.github.rowmill.engine.failure.Failure;
import io.github.rowmill.engine.failure.FailureReader;
import io.github.rowmill.engine.rule.RuleReader;
import io.github.rowmill.engine.store.loop.Latest;
import io.github.rowmill.engine.store.read.QueueStats;
import io.github.rowmill.engine.store.read.Statistics;
import io.github.rowmill.engine.store.read.TaskReader;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** The figures of the overview, read once for all who look within a second. They are about all queues: who asks for them must be allowed to see all. */
@Singleton
public class Board {

    private static final Duration AGE = Duration.ofSeconds(1);
    private static final int LONGEST = 5;
    private static final int NODES = 50;
    private static final int FAILURES = 20;

    private final QueueStats stats;
    private final RuleReader rules;
    private final FailureReader failures;
    private final NodeReader nodes;
    private final TaskReader tasks;
    private final Latest<Standing> latest;

    Board(
            QueueStats stats,
            RuleReader rules,
            FailureReader failures,
            NodeReader nodes,
            TaskReader tasks,
            Ticker ticker) {
        this.stats = stats;
        this.rules = rules;
        this.failures = failures;
        this.nodes = nodes;
        this.tasks = tasks;
        this.latest = new Latest<>(ticker);
    }

    /**
     * All figures of one moment.
     *
     * @param rules of the queues that have any
     * @param failures the latest first
     * @param longest executing tasks, the longest first
     */
    public record Standing(
            Statistics statistics, List<Ruled> rules, List<Failure> failures, List<Task> longest, List<Node> nodes) {}

    /**
     * Those of the last second; while somebody reads them anew, those before.
     *
     * @throws io.github.rowmill.engine.store.loop.UnansweredException the database does not answer in time
     */
    public Standing read() {
        return latest.get(AGE, this::now);
    }

    private Standing now() {
        return new Standing(
                stats.read(AGE),
                rules.all(),
                failures.page(null, null, FailureReader.Place.FIRST, FAILURES),
                tasks.longest(LONGEST),
                nodes.page("", null, NODES));
    }
}
