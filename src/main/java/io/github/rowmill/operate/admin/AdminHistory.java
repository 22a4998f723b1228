package io.github.rowmill.operate.admin;

import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.feature.series.HistoryRange;
import io.github.rowmill.feature.series.SeriesReader;
import io.github.rowmill.feature.series.Throughput;
import io.github.rowmill.feature.series.ThroughputReader;
import io.github.rowmill.operate.access.Access;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The history of tasks, for callers who may see these tasks. */
@Singleton
public class AdminHistory {

    private final Access access;
    private final SeriesReader reader;
    private final ThroughputReader paces;

    AdminHistory(Access access, SeriesReader reader, ThroughputReader paces) {
        this.access = access;
        this.reader = reader;
        this.paces = paces;
    }

    /** Returns the pace of each type in the last full minutes, in all queues that the caller may see. */
    public List<Throughput> paces() {
        access.requireSomewhere(Permission.VIEW);
        return paces.types(access.queues(Permission.VIEW));
    }

    /** Returns the number of tasks that were completed in each minute of the last hour, by queue. */
    public Map<String, List<Long>> completed() {
        access.requireSomewhere(Permission.VIEW);
        return paces.completed(access.queues(Permission.VIEW));
    }

    /**
     * Returns the steps of a range that have ended: for one queue if it is given, and else for all that the caller
     * may see.
     */
    public List<HistoryPoint> points(HistoryRange range, @Nullable String queue) {
        if (queue != null) {
            access.require(Permission.VIEW, queue);
            return reader.points(range, Set.of(queue));
        }
        access.requireSomewhere(Permission.VIEW);
        return reader.points(range, access.queues(Permission.VIEW));
    }
}
