package io.github.rowmill.operate.figures;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.db.CachedValue;
import io.github.rowmill.engine.read.QueueStats;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.TaskReader;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.NodeCounts;
import io.github.rowmill.feature.beat.NodeReader;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailureReader;
import io.github.rowmill.feature.rule.RuleReader;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reads the figures of the overview at most once a second for all viewers who may see the same queues. */
@Singleton
public class OverviewFigures {

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
    private final Map<Key, CachedValue<Standing>> latest = new ConcurrentHashMap<>();

    private record Key(@Nullable Set<String> queues) {}

    OverviewFigures(
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
     * The figures of the overview at one moment.
     *
     * @param rules the rules of the queues that have any
     * @param failures the failures, the latest first
     * @param longest the executing tasks, the longest first
     * @param nodes nodes that have not stopped, or null if the figures are not of all queues, as nodes also work
     *     on other queues
     * @param counts the numbers of all nodes, or null in the same case
     */
    public record Standing(
            Statistics statistics,
            List<Ruled> rules,
            List<Failure> failures,
            List<Task> longest,
            @Nullable List<Node> nodes,
            @Nullable NodeCounts counts) {

        /** Returns whether the figures are of all queues. */
        public boolean isOfAll() {
            return nodes != null;
        }
    }

    /**
     * Returns figures that are at most a second old. While another caller reads new ones, the previous figures are
     * returned.
     *
     * @param queues the queues that the figures are of, or null for all
     * @throws io.github.rowmill.db.UnansweredException if the database does not answer in time
     */
    public Standing read(@Nullable Set<String> queues) {
        return latest.computeIfAbsent(new Key(queues), key -> new CachedValue<>(ticker))
                .get(AGE, () -> now(queues));
    }

    private Standing now(@Nullable Set<String> queues) {
        return new Standing(
                queues == null ? stats.read(AGE) : stats.read(AGE, queues),
                rules.first(queues).rows(),
                failures.page(queues, null, FailureReader.Place.FIRST, FAILURES),
                tasks.longest(queues, LONGEST),
                queues == null ? nodes.present(NODES) : null,
                queues == null ? nodes.counts() : null);
    }
}
