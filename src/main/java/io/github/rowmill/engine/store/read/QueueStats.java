package io.github.rowmill.engine.store.read;

import io.github.rowmill.engine.store.claim.Groups;
import io.github.rowmill.engine.store.loop.Latest;
import io.github.rowmill.engine.store.loop.ReadDatabase;
import io.github.rowmill.engine.store.read.Statistics.QueueCount;
import io.github.rowmill.engine.store.sql.Sql;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The table in numbers, for gauges and pages. What it costs does not grow with the table, nor with the number of those
 * who look: all who ask within a short time are given the same, and of all nodes one counts at a time.
 */
@Singleton
public class QueueStats {

    private final ReadDatabase database;
    private final Latest<Statistics> latest;
    private final Latest<List<QueueCount>> latestQueues;

    QueueStats(ReadDatabase database, Ticker ticker) {
        this.database = database;
        this.latest = new Latest<>(ticker);
        this.latestQueues = new Latest<>(ticker);
    }

    /**
     * The latest numbers if they are no older than {@code age}, and else new ones; if somebody is counting at this moment,
     * another node or another thread of this one, the latest, whatever their age: nobody waits for another's count.
     *
     * @throws io.github.rowmill.engine.store.loop.UnansweredException if the database does not answer in time
     */
    public Statistics read(Duration age) {
        return latest.get(
                age, () -> database.snapshot(QueueStats::count), () -> database.snapshotIfAlone(QueueStats::count));
    }

    /** The same of these queues only, but for what has completed. */
    public Statistics read(Duration age, Set<String> queues) {
        Statistics all = read(age);
        return database.snapshot(sql -> {
            StatusCounts states = new StatusCounts(sql);
            return all.within(queues, states.ended(queues), states.retrying(queues));
        });
    }

    /** The queues alone, which are fewer statements; the same else. */
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
