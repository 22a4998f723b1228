package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.task.TaskStatus;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Counts and times the events of this node. */
@Singleton
@IfBuildProperty(name = OptionalParts.METRICS, stringValue = "true")
class TaskMetrics {

    /** Upper bounds of a timer's buckets. They are few, as each bucket of each timer is a line of every scrape. */
    private static final Duration[] BUCKETS = Stream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final TagValues tags;

    // Recorded for every task, and a look-up in the registry takes longer than the recording.
    private final Map<String, Timer> waits = new ConcurrentHashMap<>();
    private final Map<Execution, Timer> executions = new ConcurrentHashMap<>();

    private record Execution(String queue, String type, String outcome) {

        Tags tags() {
            return Tags.of("queue", queue, "type", type, "outcome", outcome);
        }
    }

    TaskMetrics(MeterRegistry registry, TagValues tags) {
        this.registry = registry;
        this.tags = tags;
    }

    void onEnqueued(@Observes TaskEvent.Enqueued enqueued) {
        count(enqueued.queue(), enqueued.type(), "inserted", enqueued.count());
        count(enqueued.queue(), enqueued.type(), "duplicate", enqueued.duplicates());
    }

    void onRejected(@Observes TaskEvent.Rejected rejected) {
        count(rejected.queue(), rejected.type(), "rejected", 1);
    }

    private void count(String queue, String type, String result, int count) {
        if (count > 0) {
            registry.counter("rowmill.enqueued", "queue", tags.queue(queue), "type", tags.type(type), "result", result)
                    .increment(count);
        }
    }

    void onStarted(@Observes TaskEvent.Started started) {
        waits.computeIfAbsent(tags.queue(started.queue()), queue -> timer("rowmill.wait", Tags.of("queue", queue)))
                .record(started.waited());
    }

    void onEnded(@Observes TaskEvent.Ended ended) {
        Execution execution =
                new Execution(tags.queue(ended.queue()), tags.type(ended.type()), Outcomes.name(ended.ending()));
        executions
                .computeIfAbsent(execution, one -> timer("rowmill.execution", one.tags()))
                .record(ended.took());
    }

    private Timer timer(String name, Tags of) {
        return Timer.builder(name).tags(of).serviceLevelObjectives(BUCKETS).register(registry);
    }

    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        String result = claimed.count() == 0 ? "empty" : claimed.count() < claimed.wanted() ? "partial" : "full";
        registry.timer("rowmill.claim", "result", result).record(claimed.took());
        DistributionSummary.builder("rowmill.claim.size").register(registry).record(claimed.count());
    }

    void onRoundFailed(@Observes TaskEvent.RoundFailed failed) {
        registry.counter("rowmill.round.failures", "loop", failed.loop()).increment();
    }

    void onRecovered(@Observes TaskEvent.Recovered recovered) {
        registry.counter(
                        "rowmill.lease.expired",
                        "queue",
                        tags.queue(recovered.queue()),
                        "result",
                        recovered.status() == TaskStatus.DEAD ? "dead" : "queued")
                .increment();
    }

    void onExpired(@Observes TaskEvent.Expired expired) {
        registry.counter("rowmill.expired", "queue", tags.queue(expired.queue()), "type", tags.type(expired.type()))
                .increment();
    }

    void onStale(@Observes TaskEvent.Stale stale) {
        registry.counter("rowmill.lease.stale_completion", "queue", tags.queue(stale.queue()))
                .increment();
    }

    void onRenewed(@Observes TaskEvent.Renewed renewed) {
        registry.timer("rowmill.lease.renew").record(renewed.took());
        registry.counter("rowmill.lease.lost").increment(renewed.lost());
    }

    void onTrimmed(@Observes TaskEvent.Trimmed trimmed) {
        registry.counter("rowmill.trimmed", "status", trimmed.status().column()).increment(trimmed.count());
    }

    void onPublished(@Observes TaskEvent.Published published) {
        registry.counter("rowmill.published", "topic", tags.topic(published.topic()))
                .increment();
    }

    void onTicked(@Observes TaskEvent.Ticked ticked) {
        ticks("made");
    }

    void onSkipped(@Observes TaskEvent.TickSkipped skipped) {
        ticks(skipped.missed() ? "missed" : "overlapped");
    }

    void onScheduleSetAside(@Observes TaskEvent.ScheduleSetAside aside) {
        ticks("refused");
    }

    void onScheduleUnreadable(@Observes TaskEvent.ScheduleUnreadable unreadable) {
        ticks("unreadable");
    }

    private void ticks(String result) {
        registry.counter("rowmill.ticks", "result", result).increment();
    }
}
