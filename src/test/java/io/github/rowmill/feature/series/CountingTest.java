package io.github.rowmill.feature.series;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.feature.failure.FailureCounter;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** A test of the counts of nodes, and of the table in which they are added up. */
abstract class CountingTest {

    static final String QUEUE = "counted";

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
    RowmillConfig config;

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

    final class Mill {

        final SeriesCounter counter;
        final SeriesWriter writer;

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

    /** Removes the counts of earlier tests. Otherwise the application would write them when its minute ends. */
    @BeforeEach
    void clear() {
        application.take();
        failures.flush();
        rows.execute("delete from rowmill_series; delete from rowmill_series_node");
    }

    /** Moves the rows of a range back by one step, as if the current step had ended. */
    void letTimePass(HistoryRange range) {
        rows.execute("update rowmill_series set start = start - interval '%d s' where span = %d"
                .formatted(range.step().toSeconds(), range.step().toMinutes()));
    }

    List<HistoryPoint> points(HistoryRange range) {
        letTimePass(range);
        return reader.points(range, Set.of(QUEUE));
    }

    long sum(ToLongFunction<HistoryPoint> figure) {
        return points(HistoryRange.QUARTER).stream().mapToLong(figure).sum();
    }

    long completed() {
        return rows.number("select coalesce(sum(completed), 0) from rowmill_series where span = 1 and queue = '%s'"
                .formatted(QUEUE));
    }

    static long enqueued(SortedMap<SeriesKey, SeriesCounts.Counts> counts) {
        return counts.values().stream()
                .mapToLong(one -> one.of(SeriesCounts.Figure.ENQUEUED))
                .sum();
    }
}
