package io.github.rowmill.operate.page.chart;

import io.github.rowmill.engine.series.HistoryPoint;
import io.github.rowmill.engine.series.HistoryRange;
import io.github.rowmill.engine.series.SeriesReader;
import io.github.rowmill.engine.store.loop.Latest;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What was done in all queues, read once for all who look within a few seconds: who asks must be allowed to see all. */
@Singleton
public class Past {

    /** A new point comes once a minute, a second or two after its end. */
    private static final Duration AGE = Duration.ofSeconds(5);

    private final SeriesReader reader;
    private final Map<HistoryRange, Latest<List<HistoryPoint>>> latest = new EnumMap<>(HistoryRange.class);

    Past(SeriesReader reader, Ticker ticker) {
        this.reader = reader;
        for (HistoryRange range : HistoryRange.values()) {
            latest.put(range, new Latest<>(ticker));
        }
    }

    /** The steps of a range. */
    public List<HistoryPoint> read(HistoryRange range) {
        return Objects.requireNonNull(latest.get(range)).get(AGE, () -> reader.points(range, null));
    }
}
