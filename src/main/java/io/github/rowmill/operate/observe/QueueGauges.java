package io.github.rowmill.operate.observe;

import io.github.rowmill.engine.read.QueueStats;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.feature.lend.LongPolls;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.node.loop.Readers;
import io.github.rowmill.node.loop.Rounds;
import io.github.rowmill.node.loop.ScheduledLoop;
import io.github.rowmill.operate.OptionalParts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Gauges of the whole table. They are read from the database every 10 seconds while they are scraped, and never by
 * a scrape itself. Without a scrape for five minutes, they are dropped.
 *
 * <p>Every node reports the same values: take the maximum over the nodes, not the sum.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.METRICS, stringValue = "true")
class QueueGauges implements ScheduledLoop {

    private static final int SECONDS = 10;

    /**
     * Ticks without a scrape after which the gauges are dropped: five minutes. A later scraper finds
     * them at its second scrape.
     */
    private static final int MAX_UNREAD = 30;

    private final QueueStats stats;
    private final TagValues tags;
    private final NodeState node;
    private final Rounds rounds;
    private final MultiGauge depth;
    private final MultiGauge lag;
    private final Readers readers = new Readers(MAX_UNREAD);
    private volatile boolean isRead;

    QueueGauges(
            QueueStats stats,
            TagValues tags,
            UnhandledTypes unhandled,
            LongPolls polls,
            NodeState node,
            MeterRegistry registry,
            Loops loops) {
        this.stats = stats;
        this.tags = tags;
        this.node = node;
        this.rounds = loops.rounds("gauges", Loops.Kind.REGULAR, interval());
        this.depth = MultiGauge.builder("rowmill.depth")
                .description(
                        "live tasks by queue and state, counted up to some thousands, estimated above; the same on every node: use the max")
                .register(registry);
        this.lag = MultiGauge.builder("rowmill.lag")
                .description("age of the oldest due task of a queue; the same on every node: use the max")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder(
                        "rowmill.unhandled.types",
                        unhandled,
                        self -> read(self.waiting().size()))
                .description("types of due tasks that this application has no handler for")
                .register(registry);
        Gauge.builder("rowmill.remote.waiting", polls, LongPolls::waiting)
                .description("claims of remote workers that wait on this node")
                .register(registry);
    }

    @Override
    @Scheduled(
            identity = "rowmill-gauges",
            every = SECONDS + "s",
            concurrentExecution = ConcurrentExecution.SKIP,
            executeWith = Scheduled.SIMPLE)
    public void tick() {
        rounds.onceIf(node.hasStarted() && !node.isClosed(), this::round);
    }

    private double read(double value) {
        readers.read();
        return value;
    }

    private void round() {
        boolean wasRead = isRead;
        isRead = readers.next();
        if (isRead) {
            sample();
        } else if (wasRead) {
            depth.register(List.of(), true);
            lag.register(List.of(), true);
        }
    }

    /** Reads the counts once. */
    void sample() {
        List<Row<?>> depths = new ArrayList<>();
        List<Row<?>> lags = new ArrayList<>();
        bySeries(stats.readQueues(Duration.ZERO)).forEach((name, count) -> {
            Tags queue = Tags.of("queue", name);
            depths.add(Row.of(queue.and("state", "due"), count.due().number()));
            depths.add(Row.of(queue.and("state", "scheduled"), count.scheduled().number()));
            depths.add(Row.of(queue.and("state", "executing"), count.executing().number()));
            lags.add(Row.of(queue, count.lag().toMillis() / 1e3));
        });
        depth.register(depths, true);
        lag.register(lags, true);
    }

    private Map<String, QueueCount> bySeries(List<QueueCount> queues) {
        return queues.stream()
                .collect(Collectors.toMap(count -> tags.queue(count.queue()), Function.identity(), QueueCount::plus));
    }

    @Override
    public LoopActivity pulse() {
        return rounds.pulse();
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(SECONDS);
    }
}
