package io.github.rowmill.feature.failure;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Writes the rows of {@code rowmill_failure} for loops, and deletes old ones. */
@Singleton
class FailureRows implements HourlyTrim {

    /**
     * Largest number of rows; the latest are kept. Each deployment of a busy application adds a few rows. A
     * message with changing content adds one row each time.
     */
    private static final int MAX_ROWS = 10_000;

    private final EngineDatabase database;
    private final Duration retention;

    FailureRows(EngineDatabase database, RowmillConfig config) {
        this.database = database;
        this.retention = config.retention().dead();
    }

    @Override
    public String name() {
        return "failure-trim";
    }

    // The node's own row is locked first, and the other rows in the order of the key. So nodes wait for each
    // other, but never in a circle.
    private static final String ADD = """
            with turn as (
                insert into rowmill_series_node as n (name, batch)
                values (?, ?)
                    on conflict (name) do update
                   set batch = excluded.batch,
                       last = now()
                 where n.batch < excluded.batch
                returning 1)
            insert into rowmill_failure as f (signature, queue, type, exception, frame, message, count, sample)
            select v.signature, v.queue, v.type, v.exception, v.frame, v.message, v.count, v.sample
              from unnest(cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]),
                          cast(? as text[]), cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]))
                as v (signature, queue, type, exception, frame, message, count, sample)
             where exists (select from turn)
             order by v.signature collate "C", v.queue collate "C", v.type collate "C"
                on conflict (signature, queue, type) do update
               set count = f.count + excluded.count,
                   last = clock_timestamp(),
                   sample = excluded.sample
            """;

    /**
     * Adds counts to the rows, and creates missing rows. Does nothing if this batch was added before.
     *
     * @param batch number of the batch, higher than all earlier ones of this counter
     */
    void add(UUID counter, long batch, Map<FailureKey, FailureCount> counted) {
        Collection<FailureCount> tallies = counted.values();
        database.statement(sql -> sql.run(
                ADD,
                counter,
                batch,
                texts(counted.keySet(), FailureKey::signature),
                texts(counted.keySet(), FailureKey::queue),
                texts(counted.keySet(), FailureKey::type),
                texts(tallies, tally -> tally.signature().exception()),
                texts(tallies, tally -> tally.signature().frame()),
                texts(tallies, tally -> tally.signature().message()),
                tallies.stream().mapToLong(FailureCount::count).toArray(),
                tallies.stream().mapToLong(FailureCount::sample).toArray()));
    }

    private static <T> String[] texts(Collection<T> values, Function<T, String> text) {
        return values.stream().map(text).toArray(String[]::new);
    }

    private static final String FORGET = """
            delete from rowmill_failure f
             where f.last < now() - make_interval(secs => ?)
                or f.last < (select l.last from rowmill_failure l order by l.last desc offset ? limit 1)
            """;

    /**
     * Deletes failures that have not happened for the time that dead tasks are kept, and the oldest ones above the
     * limit.
     */
    @Override
    public long trimOnce() {
        double seconds = Seconds.of(retention);
        return database.statement(sql -> sql.run(FORGET, seconds, MAX_ROWS));
    }
}
