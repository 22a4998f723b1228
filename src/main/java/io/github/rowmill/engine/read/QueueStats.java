package io.github.rowmill.engine.read;

import io.github.rowmill.db.CachedValue;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.engine.store.claim.Groups;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Statistics of the table, for gauges and pages. Their cost does not grow with the table, nor with the number of
 * readers. All callers within a short time get the same statistics, and only one node counts at a time.
 */
@Singleton
public class QueueStats {

    private final ReadDatabase database;
    private final CachedValue<Statistics> latest;
    private final CachedValue<List<QueueCount>> latestQueues;

    QueueStats(ReadDatabase database, Ticker ticker) {
        this.database = database;
        this.latest = new CachedValue<>(ticker);
        this.latestQueues = new CachedValue<>(ticker);
    }

    /**
     * Returns the latest statistics if they are at most {@code age} old, and otherwise counts again. No caller
     * waits for another's count. If another thread of this node is counting, it returns the latest statistics,
     * whatever their age. If another node is counting, it returns them if they are at most half a minute old.
     *
     * @throws io.github.rowmill.db.UnansweredException if the database does not answer in time
     */
    public Statistics read(Duration age) {
        return latest.get(
                age, () -> database.snapshot(QueueStats::count), () -> database.snapshotIfAlone(QueueStats::count));
    }

    /** Returns the statistics of these queues only. Completed tasks are left out. */
    public Statistics read(Duration age, Set<String> queues) {
        Statistics all = read(age);
        return database.snapshot(sql -> {
            StatusCounts states = new StatusCounts(sql);
            return all.within(queues, states.ended(queues), states.retrying(queues));
        });
    }

    /**
     * Returns only the counts of queues, which need fewer statements. Their age follows the rules of
     * {@link #read(Duration)}.
     */
    public List<QueueCount> readQueues(Duration age) {
        return latestQueues.get(
                age,
                () -> database.snapshot(QueueStats::countQueues),
                () -> database.snapshotIfAlone(QueueStats::countQueues));
    }

    private static List<QueueCount> countQueues(Sql sql) throws SQLException {
        return new QueueCounts(sql).read(Groups.first(sql, QueueCounts.MAX_GROUPS));
    }

    private static Statistics count(Sql sql) throws SQLException {
        List<Groups.Seen> groups = Groups.first(sql, QueueCounts.MAX_GROUPS);
        StatusCounts states = new StatusCounts(sql);
        return new Statistics(
                states.read(),
                states.retrying(),
                new QueueCounts(sql).read(groups),
                groups.size() < QueueCounts.MAX_GROUPS);
    }
}
