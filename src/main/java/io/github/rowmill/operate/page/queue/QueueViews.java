package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.db.Page;
import io.github.rowmill.engine.read.QueueStats;
import io.github.rowmill.feature.series.Throughput;
import io.github.rowmill.feature.series.ThroughputReader;
import io.github.rowmill.operate.admin.AdminHistory;
import io.github.rowmill.operate.admin.AdminQueues;
import io.github.rowmill.operate.page.Viewer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Provides queues as their page shows them. */
@Singleton
class QueueViews {

    /** Age up to which users share the same counts. */
    private static final Duration AGE = Duration.ofSeconds(1);

    private final AdminQueues queues;
    private final AdminHistory history;
    private final QueueStats stats;

    QueueViews(AdminQueues queues, AdminHistory history, QueueStats stats) {
        this.queues = queues;
        this.history = history;
        this.stats = stats;
    }

    /**
     * Returns the queues that the viewer may see, with the details of one: the named queue, or
     * else the most urgent one.
     */
    QueueList list(Viewer viewer, @Nullable String queue) {
        List<Throughput> types = history.paces();
        Page<Ruled> ruled = queues.first();
        QueueList.Known known = new QueueList.Known(
                stats.read(AGE), ruled.rows(), ThroughputReader.byQueue(types), history.completed());
        List<QueueRow> rows = known.rows(viewer);
        String chosen = Optional.ofNullable(queue)
                .filter(name -> !name.isBlank())
                .or(() -> rows.stream().findFirst().map(QueueRow::name))
                .orElse(null);
        return new QueueList(
                rows,
                known.statistics().allQueues() && !ruled.hasMore(),
                chosen == null ? null : detail(chosen, types));
    }

    private QueueDetail detail(String queue, List<Throughput> types) {
        Optional<Ruled> ruled = queues.find(queue);
        QueueRules rules = ruled.map(Ruled::rules).orElse(QueueRules.NONE);
        return new QueueDetail(
                queue,
                types.stream()
                        .filter(pace -> pace.queue().equals(queue))
                        .map(pace ->
                                QueueDetail.Type.of(pace, rules.pausedTypes().contains(pace.type())))
                        .toList(),
                RuleField.of(rules),
                RulesForm.digest(rules),
                ruled.map(QueueViews::source).orElse(""),
                rules.blocks() ? queues.blocked(queue) : List.of());
    }

    private static String source(Ruled ruled) {
        String application = ruled.declaredBy();
        if (application == null) {
            return "";
        }
        return ruled.pinned()
                ? "Changed here. The rules that %s declares are not applied.".formatted(application)
                : "Declared by the configuration of %s. A change here pins them.".formatted(application);
    }
}
