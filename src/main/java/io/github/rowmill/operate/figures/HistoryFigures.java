package io.github.rowmill.operate.figures;

import io.github.rowmill.db.CachedValue;
import io.github.rowmill.feature.beat.NodeReader;
import io.github.rowmill.feature.beat.NodeStart;
import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.feature.series.HistoryRange;
import io.github.rowmill.feature.series.SeriesReader;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reads the history at most once in five seconds for all viewers who may see the same queues. */
@Singleton
public class HistoryFigures {

    /** Longest age of a value. New points come once a minute, a second or two after its end. */
    private static final Duration AGE = Duration.ofSeconds(5);

    private static final int BUSIEST = 12;

    private final SeriesReader reader;
    private final NodeReader nodes;
    private final Ticker ticker;
    private final Map<Key, CachedValue<List<HistoryPoint>>> latest = new ConcurrentHashMap<>();
    private final Map<Key, CachedValue<List<String>>> busiest = new ConcurrentHashMap<>();
    private final Map<HistoryRange, CachedValue<List<NodeStart>>> starts = new ConcurrentHashMap<>();

    private record Key(HistoryRange range, @Nullable Set<String> queues) {}

    HistoryFigures(SeriesReader reader, NodeReader nodes, Ticker ticker) {
        this.reader = reader;
        this.nodes = nodes;
        this.ticker = ticker;
    }

    /** Returns the steps of a range for these queues, or for all queues if {@code queues} is null. */
    public List<HistoryPoint> read(HistoryRange range, @Nullable Set<String> queues) {
        return latest.computeIfAbsent(new Key(range, queues), key -> new CachedValue<>(ticker))
                .get(AGE, () -> reader.points(range, queues));
    }

    /**
     * Returns the busiest queues of a range, at most twelve, the busiest first: of these queues, or of all if
     * {@code queues} is null.
     */
    public List<String> busiest(HistoryRange range, @Nullable Set<String> queues) {
        return busiest.computeIfAbsent(new Key(range, queues), key -> new CachedValue<>(ticker))
                .get(AGE, () -> reader.busiest(range, queues, BUSIEST));
    }

    /**
     * Returns the starts of nodes in a range. They belong to all queues, so the caller must be allowed to see all.
     */
    public List<NodeStart> starts(HistoryRange range) {
        return starts.computeIfAbsent(range, key -> new CachedValue<>(ticker))
                .get(AGE, () -> nodes.starts(range.length()));
    }
}
