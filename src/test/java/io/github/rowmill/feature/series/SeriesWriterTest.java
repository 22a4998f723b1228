package io.github.rowmill.feature.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that each node adds its counts to the table exactly once, whatever happens to its writes. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class SeriesWriterTest extends CountingTest {

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
    void countsAreAddedOnceIfTheAnswerToTheirWriteIsLost() {
        Mill mill = new Mill(new LosesAnswers(database, config), Map.of());
        mill.completes(2);
        assertThatThrownBy(mill.writer::flush).hasMessage("no answer");
        mill.completes(3);
        mill.writer.flush();

        assertThat(completed()).isEqualTo(5);
    }

    /** Writes, but throws after the first write, as if its answer were lost. */
    private static final class LosesAnswers extends SeriesRows {

        private boolean hasLost;

        LosesAnswers(EngineDatabase database, RowmillConfig config) {
            super(database, config);
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
    void countsThatCannotBeWrittenAreWrittenLater() {
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
    void nodesThatWriteTheSameRowsAtOnceNeverWaitInACircle() {
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
    void aCountThatComesDuringATakeIsNotLost() {
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
    void aLateCountIsInTheNextTake() {
        SeriesCounter counter = new Mill().counter;
        SeriesCounts late = counter.cell(QUEUE, "t");

        assertThat(counter.take()).isEmpty();
        late.add(SeriesCounts.Figure.ENQUEUED, 1);

        assertThat(enqueued(counter.take())).isEqualTo(1);
        assertThat(counter.take()).isEmpty();
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
