package io.github.rowmill.store.read;

import io.github.rowmill.clock.Ticker;
import io.github.rowmill.store.claim.Groups;
import io.github.rowmill.store.loop.ReadDatabase;
import io.github.rowmill.store.sql.Sql;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table in numbers, for gauges and pages. What it costs does not grow with the table, nor with the number of those
 * who look: all who ask within a short time are given the same, and of all nodes one counts at a time.
 */
@Singleton
public class QueueStats {

    private final ReadDatabase database;
    private final Ticker ticker;

    @Nullable
    private Statistics latest;

    private long readAt;

    QueueStats(ReadDatabase database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
    }

    /**
     * The latest numbers if they are no older than {@code age}, and else new ones; if another node is counting at this
     * moment, the latest, whatever their age.
     *
     * @throws io.github.rowmill.store.loop.UnansweredException if the database does not answer in time
     */
    public synchronized Statistics read(Duration age) {
        if (latest == null) {
            return keep(database.snapshot(QueueStats::count));
        }
        if (ticker.since(readAt).compareTo(age) <= 0) {
            return latest;
        }
        Statistics known = latest;
        return database.snapshotIfAlone(QueueStats::count).map(this::keep).orElse(known);
    }

    private Statistics keep(Statistics read) {
        latest = read;
        readAt = ticker.nanos();
        return read;
    }

    private static Statistics count(Sql sql) throws SQLException {
        List<Groups.Seen> groups = Groups.first(sql, QueueCounts.MOST_GROUPS);
        return new Statistics(
                new StatusCounts(sql).read(),
                new QueueCounts(sql).read(groups),
                groups.size() < QueueCounts.MOST_GROUPS);
    }
}
