package io.github.rowmill.feature.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests reading the counts of nodes from the table, by queue and range of time. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class SeriesTest extends CountingTest {

    @ParameterizedTest
    @EnumSource
    void eachRangeHasTheCountsAndTimesOfItsTasks(HistoryRange range) {
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
    void theBusiestQueuesOfARangeComeFirst() {
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
    void tasksThatDieWithoutAHandlerAreCountedAsDead() {
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
    void theCountsOfAllNodesAreAddedUp() {
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
    void queuesBeyondTheLimitAreCountedAsOneQueue() {
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
    void oldCountsAndRowsOfLostNodesAreDeleted() {
        Mill mill = new Mill();
        mill.completes(1);
        mill.writer.flush();
        rows.execute(
                "insert into rowmill_series select span, start - interval '14 d', queue, type, 1, 1, 0, 0, '{}', '{}' from rowmill_series");
        rows.execute("update rowmill_series_node set last = now() - interval '2 d'");

        assertThat(table.trimOnce()).isEqualTo(3);
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
}
