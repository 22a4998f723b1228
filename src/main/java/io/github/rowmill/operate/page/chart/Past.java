package io.github.rowmill.operate.page.chart;

import io.github.rowmill.engine.series.HistoryPoint;
import io.github.rowmill.engine.series.HistoryRange;
import io.github.rowmill.engine.series.SeriesReader;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was done in all queues, read once for all who look within a few seconds: who asks must be allowed to see all. */
@Singleton
public class Past {

    /** A new point comes once a minute, a second or two after its end. */
    private static final Duration AGE = Duration.ofSeconds(5);

    private final SeriesReader reader;
    private final Ticker ticker;
    private final Map<HistoryRange, Known> known = new EnumMap<>(HistoryRange.class);

    Past(SeriesReader reader, Ticker ticker) {
        this.reader = reader;
        this.ticker = ticker;
    }

    private record Known(List<HistoryPoint> points, long readAt) {}

    /** The steps of a range. */
    public synchronized List<HistoryPoint> read(HistoryRange range) {
        Known latest = known.get(range);
        if (latest != null && ticker.since(latest.readAt()).compareTo(AGE) < 0) {
            return latest.points();
        }
        List<HistoryPoint> points = reader.points(range, null);
        known.put(range, new Known(points, ticker.nanos()));
        return points;
    }
}
