package io.github.rowmill.operate.page.overview;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.beat.Node;
import io.github.rowmill.engine.beat.NodeReader;
import io.github.rowmill.engine.failure.Failure;
import io.github.rowmill.engine.failure.FailureReader;
import io.github.rowmill.engine.rule.RuleReader;
import io.github.rowmill.engine.store.read.QueueStats;
import io.github.rowmill.engine.store.read.Statistics;
import io.github.rowmill.engine.store.read.TaskReader;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

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
    private final Ticker ticker;
    private final Semaphore turn = new Semaphore(1);
    private volatile @Nullable Known latest;

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
        this.ticker = ticker;
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

    private record Known(Standing standing, long readAt) {}

    /**
     * Those of the last second; while somebody reads them anew, those before: nobody waits for another's reading.
     *
     * @throws io.github.rowmill.engine.store.loop.UnansweredException the database does not answer in time
     */
    public Standing read() {
        Known known = latest;
        if (known == null) {
            return keep();
        }
        if (ticker.since(known.readAt()).compareTo(AGE) < 0 || !turn.tryAcquire()) {
            return known.standing();
        }
        try {
            return keep();
        } finally {
            turn.release();
        }
    }

    private Standing keep() {
        Standing read = new Standing(
                stats.read(AGE),
                rules.all(),
                failures.page(null, null, FailureReader.Place.FIRST, FAILURES),
                tasks.longest(LONGEST),
                nodes.page("", null, NODES));
        latest = new Known(read, ticker.nanos());
        return read;
    }
}
