package io.github.rowmill.feature.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.feature.failure.FailureCounter;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What nodes did is counted on each, and added up in the table. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class SeriesTest {

    private static final String QUEUE = "counted";

    @Inject
    EngineDatabase database;

    @Inject
    SeriesCounter application;

    @Inject
    FailureCounter failures;

    @Inject
    SeriesRows table;

    @Inject
    SeriesReader reader;

    @Inject
    SeriesTrimmer trimmer;

    @Inject
    NodeState node;

    @Inject
    TaskEvents events;

    @Inject
    Ticker ticker;

    @Inject
    DrainTime time;

    @Inject
    Rows rows;

    private final class Mill {

        private final SeriesCounter counter;
        private final SeriesWriter writer;

        Mill(SeriesRows table, Map<String, String> settings) {
            counter = new SeriesCounter(TestConfig.of(settings));
            writer = new SeriesWriter(counter, table, node, ticker, new Loops(events, ticker));
        }

        Mill() {
            this(table, Map.of());
        }

        void ends(Ending ending, long millis, boolean dead) {
            counter.onEnded(new TaskEvent.Ended(1, QUEUE, "t", 1, ending, Duration.ofMillis(millis), dead));
        }

        void completes(int tasks) {
            IntStream.range(0, tasks).forEach(task -> ends(Outcome.succeeded(), 5, false));
        }
    }

    /** What the tests before have counted is no more for the application to write, whose minute may end at any time. */
    @BeforeEach
    void clear() {
        application.take();
        failures.flush();
        rows.execute("delete from rowmill_series; delete from rowmill_series_node");
    }

    /** As if the step that counts were over. */
    private void letTimePass(HistoryRange range) {
        rows.execute("update rowmill_series set start = start - interval '%d s' where span = %d"
                .formatted(range.step().toSeconds(), range.step().toMinutes()));
    }

    private List<HistoryPoint> points(HistoryRange range) {
        letTimePass(range);
        return reader.points(range, Set.of(QUEUE));
    }

    private long sum(ToLongFunction<HistoryPoint> figure) {
        return points(HistoryRange.QUARTER).stream().mapToLong(figure).sum();
    }

    private long completed() {
        return rows.number("select coalesce(sum(completed), 0) from rowmill_series where span = 1 and queue = '%s'"
                .formatted(QUEUE));
    }

    @ParameterizedTest
    @EnumSource
    void eachRangeSaysWhatWasDoneAndHowLongItTook(HistoryRange range) {
        Mill mill = new Mill();
        mill.counter.onEnqueued(new TaskEvent.Enqueued(QUEUE, "t", 7, 2, true, List.of()));
        mill.counter.onStarted(new TaskEvent.Started(1, QUEUE, "t", 1, Duration.ofMillis(100)));
        mill.completes(3);
        mill.ends(Outcome.retry(new IllegalStateException(), Duration.ZERO), 5, false);
        mill.ends(Outcome.giveUp(new IllegalStateException()), 5, true);
        mill.ends(new Ending.TimedOut(Duration.ofSeconds(1), Duration.ZERO), 1000, true);
        mill.writer.flush();

        List<HistoryPoint> points = points(range);

        assertThat(points).hasSize((int) range.length().dividedBy(range.step()));
        assertThat(points.get(points.size() - 1).start()).isAfter(points.get(0).start());
        assertThat(points.stream().filter(point -> point.completed() > 0))
                .singleElement()
                .satisfies(point -> {
                    assertThat(point.enqueued()).isEqualTo(7);
                    assertThat(point.completed()).isEqualTo(3);
                    assertThat(point.failed()).isEqualTo(3);
                    assertThat(point.dead()).isEqualTo(2);
                    assertThat(point.waits().quantile(1)).isEqualTo(Duration.ofMillis(128));
                    assertThat(point.runs().quantile(0.5)).isBetween(Duration.ofMillis(4), Duration.ofMillis(8));
                    assertThat(point.runs().quantile(1)).isEqualTo(Duration.ofMillis(1024));
                });
    }

    @Test
    void theQueuesInWhichMostWasDoneInARangeAreNamedTheBusiestFirst() {
        rows.execute("""
                insert into rowmill_series (span, start, queue, type, enqueued, completed, failed, dead, wait, run)
                select 1, now() - age, queue, type, n, n, 0, 0, '{}', '{}'
                  from (values (interval '1 min', 'mail', 'a', 5), (interval '1 min', 'mail', 'b', 5),
                               (interval '9 min', 'bills', 'a', 7), (interval '2 min', 'quiet', 'a', 1),
                               (interval '2 h', 'long ago', 'a', 99)) as done (age, queue, type, n)
                """);

        assertThat(reader.busiest(HistoryRange.HOUR, null, 12)).containsExactly("mail", "bills", "quiet");
        assertThat(reader.busiest(HistoryRange.HOUR, null, 2)).containsExactly("mail", "bills");
        assertThat(reader.busiest(HistoryRange.HOUR, Set.of("quiet", "bills"), 12))
                .containsExactly("bills", "quiet");
    }

    @Test
    void whatEndsAloneIsCountedOnlyAsDead() {
        Mill mill = new Mill();
        mill.counter.onExpired(new TaskEvent.Expired(1, QUEUE, "t"));
        mill.counter.onSetAside(new TaskEvent.SetAside(1, QUEUE, "t", "why"));
        mill.counter.onRecovered(new TaskEvent.Recovered(1, QUEUE, "t", 3, TaskStatus.DEAD));
        mill.counter.onRecovered(new TaskEvent.Recovered(1, QUEUE, "t", 1, TaskStatus.QUEUED));
        mill.writer.flush();

        assertThat(points(HistoryRange.QUARTER).stream().filter(point -> point.dead() > 0))
                .singleElement()
                .satisfies(point -> {
                    assertThat(point.dead()).isEqualTo(3);
                    assertThat(point.failed()).isEqualTo(2);
                    assertThat(point.runs().quantile(1)).isNull();
                });
    }

    @Test
    void whatNodesDidAddsUpAndOutlivesThem() {
        Mill one = new Mill();
        Mill other = new Mill();
        one.completes(2);
        other.completes(3);
        one.writer.flush();
        other.writer.flush();
        one.completes(5);
        one.writer.flush();
        Mill restarted = new Mill();
        restarted.completes(1);
        restarted.writer.flush();

        assertThat(sum(HistoryPoint::completed)).isEqualTo(11);
        assertThat(rows.text("select string_agg(distinct run::text, ' ') from rowmill_series where span = 60"))
                .as("buckets are added one by one")
                .isEqualTo("{0,0,0,11}");
    }

    @Test
    void otherQueuesAreLeftOut() {
        Mill mill = new Mill();
        mill.completes(1);
        mill.writer.flush();
        letTimePass(HistoryRange.QUARTER);

        assertThat(reader.points(HistoryRange.QUARTER, Set.of("another")))
                .allSatisfy(point -> assertThat(point.completed()).isZero());
        assertThat(reader.points(HistoryRange.QUARTER, null))
                .anySatisfy(point -> assertThat(point.completed()).isPositive());
    }

    @Test
    void aNodeThatDidNothingWritesNothing() {
        Mill mill = new Mill();
        mill.writer.flush();
        mill.counter.onEnqueued(new TaskEvent.Enqueued(QUEUE, "t", 0, 3, false, List.of()));
        mill.ends(new Ending.Released(), 5, false);
        mill.writer.flush();

        assertThat(rows.number("select count(*) from rowmill_series_node")).isZero();
    }

    @Test
    void theSameCountsAreAddedOnceHoweverOftenTheyAreWritten() {
        UUID name = UUID.randomUUID();
        SeriesCounter counter = new Mill().counter;
        counter.onEnded(new TaskEvent.Ended(1, QUEUE, "t", 1, Outcome.succeeded(), Duration.ofMillis(5), false));
        SortedMap<SeriesKey, SeriesCounts.Counts> counts = counter.take();

        table.add(name, 1, Duration.ZERO, counts);
        Duration rest = table.add(name, 1, Duration.ZERO, counts);

        assertThat(completed()).isEqualTo(1);
        assertThat(rest).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    }

    @Test
    void countsWhoseAnswerWasLostAreNotLostAndNotAddedTwice() {
        Mill mill = new Mill(new LosesAnswers(database), Map.of());
        mill.completes(2);
        assertThatThrownBy(mill.writer::flush).hasMessage("no answer");
        mill.completes(3);
        mill.writer.flush();

        assertThat(completed()).isEqualTo(5);
    }

    /** Writes, and the first time does not say so. */
    private static final class LosesAnswers extends SeriesRows {

        private boolean hasLost;

        LosesAnswers(EngineDatabase database) {
            super(database);
        }

        @Override
        Duration add(UUID node, long batch, Duration age, SortedMap<SeriesKey, SeriesCounts.Counts> counted) {
            Duration rest = super.add(node, batch, age, counted);
            if (!hasLost) {
                hasLost = true;
                throw new IllegalStateException("no answer");
            }
            return rest;
        }
    }

    @Test
    void whatCannotBeWrittenIsWrittenLater() {
        Mill mill = new Mill();
        mill.completes(2);
        rows.asSuperuser("alter table rowmill_series rename to rowmill_series_away");
        try {
            assertThatThrownBy(mill.writer::flush).isNotNull();
            mill.completes(3);
            assertThatThrownBy(mill.writer::flush).isNotNull();
        } finally {
            rows.asSuperuser("alter table rowmill_series_away rename to rowmill_series");
        }
        mill.completes(4);
        mill.writer.flush();

        assertThat(completed()).isEqualTo(9);
    }

    @Test
    void nodesThatWriteTheSameRowsAtOnceWaitForEachOtherAndNeverInACircle() {
        List<CompletableFuture<Void>> nodes = IntStream.range(0, 4)
                .mapToObj(number -> Side.run(() -> {
                    Mill mill = new Mill();
                    for (int batch = 0; batch < 20; batch++) {
                        IntStream.range(0, 20)
                                .map(type -> number % 2 == 0 ? type : 19 - type)
                                .forEach(type -> mill.counter.onEnqueued(
                                        new TaskEvent.Enqueued(QUEUE, "t" + type, 1, 0, true, List.of())));
                        mill.writer.flush();
                    }
                }))
                .toList();

        assertThat(nodes).allSatisfy(done -> assertThat(done).succeedsWithin(50, TimeUnit.SECONDS));
        assertThat(rows.number(
                        "select sum(enqueued) from rowmill_series where span = 60 and queue = '%s'".formatted(QUEUE)))
                .isEqualTo(4 * 20 * 20);
    }

    @Test
    void whatIsCountedWhileOthersAreTakenIsNotLost() {
        SeriesCounter counter = new Mill().counter;
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(number -> Side.run(() -> IntStream.range(0, 50_000)
                        .forEach(
                                task -> counter.onEnqueued(new TaskEvent.Enqueued(QUEUE, "t", 1, 0, true, List.of())))))
                .toList();

        long sum = enqueued(counter.take());
        threads.forEach(CompletableFuture::join);
        sum += enqueued(counter.take()) + enqueued(counter.take());

        assertThat(sum).isEqualTo(4 * 50_000);
    }

    @Test
    void whoWasAboutToCountIsCountedTheNextTime() {
        SeriesCounter counter = new Mill().counter;
        SeriesCounts late = counter.cell(QUEUE, "t");

        assertThat(counter.take()).isEmpty();
        late.add(SeriesCounts.Figure.ENQUEUED, 1);

        assertThat(enqueued(counter.take())).isEqualTo(1);
        assertThat(counter.take()).isEmpty();
    }

    private static long enqueued(SortedMap<SeriesKey, SeriesCounts.Counts> counts) {
        return counts.values().stream()
                .mapToLong(one -> one.of(SeriesCounts.Figure.ENQUEUED))
                .sum();
    }

    @Test
    void everNewQueuesAreCountedAsOneBeyondABound() {
        Mill mill = new Mill();
        IntStream.range(0, 300)
                .forEach(customer -> mill.counter.onEnqueued(
                        new TaskEvent.Enqueued("customer-" + customer, "t", 1, 0, true, List.of())));
        mill.counter.onEnqueued(new TaskEvent.Enqueued("x".repeat(100_000), "t", 1, 0, true, List.of()));
        mill.writer.flush();

        assertThat(rows.number("select count(*) from rowmill_series where span = 1"))
                .isEqualTo(201);
        assertThat(rows.number("select enqueued from rowmill_series where span = 1 and queue = ''"))
                .isEqualTo(101);
    }

    @Test
    void whatIsOlderThanItIsKeptIsDeletedAndNodesThatAreGoneAreForgotten() {
        Mill mill = new Mill();
        mill.completes(1);
        mill.writer.flush();
        rows.execute(
                "insert into rowmill_series select span, start - interval '14 d', queue, type, 1, 1, 0, 0, '{}', '{}' from rowmill_series");
        rows.execute("update rowmill_series_node set last = now() - interval '2 d'");

        assertThat(trimmer.trimOnce()).isEqualTo(3);
        assertThat(rows.number("select count(*) from rowmill_series")).isEqualTo(3);
        assertThat(rows.number("select count(*) from rowmill_series_node")).isZero();
    }

    @Test
    void withoutRetentionNothingIsCounted() {
        Mill mill = new Mill(table, Map.of("rowmill.history.retention", "0s"));
        mill.completes(1);
        mill.counter.onEnqueued(new TaskEvent.Enqueued(QUEUE, "t", 1, 0, true, List.of()));
        mill.counter.onStarted(new TaskEvent.Started(1, QUEUE, "t", 1, Duration.ZERO));

        assertThat(mill.counter.take()).isEmpty();
    }

    @Test
    void aNodeThatStopsWritesItsLastMinute() throws InterruptedException {
        Mill mill = new Mill();
        mill.completes(1);
        time.begin();
        mill.writer.stop(new ShutdownEvent(), time);

        assertThat(completed()).isEqualTo(1);
    }
}
