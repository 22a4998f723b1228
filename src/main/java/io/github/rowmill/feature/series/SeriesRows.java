package io.github.rowmill.feature.series;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.feature.series.SeriesCounts.Figure;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Function;

/** Writes the rows of {@code rowmill_series} for loops, and deletes old ones. */
@ApplicationScoped
class SeriesRows implements HourlyTrim {

    /** Time for which a node's row is kept after its last write. It is longer than any write takes. */
    private static final Duration NODE_KEPT = Duration.ofDays(1);

    private final EngineDatabase database;
    private final Duration retention;

    SeriesRows(EngineDatabase database, RowmillConfig config) {
        this.database = database;
        this.retention = config.history().retention();
    }

    @Override
    public String name() {
        return "series-trim";
    }

    // Counts are bounded, because rows that were written by hand may hold counts as large as an int. An overflow
    // would fail the statement, and no queue's counts of that minute would be added.
    // The node's own row is written first, and the others in the order of their keys. So nodes may wait for each
    // other, but never deadlock.
    private static final String ADD = """
            with turn as (
                insert into rowmill_series_node as n (name, batch)
                values (?, ?)
                    on conflict (name) do update
                   set batch = excluded.batch,
                       last = now()
                 where n.batch < excluded.batch
                returning 1),
            added as (
                insert into rowmill_series as s (span, start, queue, type, enqueued, completed, failed, dead, wait, run)
                select w.span,
                       date_bin(make_interval(mins => w.span), now() - make_interval(secs => ?), timestamptz 'epoch'),
                       v.queue, v.type, v.enqueued, v.completed, v.failed, v.dead,
                       cast(v.wait as int[]), cast(v.run as int[])
                  from unnest(cast(? as text[]), cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]),
                              cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]), cast(? as text[]))
                    as v (queue, type, enqueued, completed, failed, dead, wait, run)
                 cross join (values (1), (10), (60)) as w (span)
                 where exists (select from turn)
                 order by w.span, v.queue collate "C", v.type collate "C"
                    on conflict (span, start, queue, type) do update
                   set enqueued = least(s.enqueued, 1000000000) + least(excluded.enqueued, 1000000000),
                       completed = least(s.completed, 1000000000) + least(excluded.completed, 1000000000),
                       failed = least(s.failed, 1000000000) + least(excluded.failed, 1000000000),
                       dead = least(s.dead, 1000000000) + least(excluded.dead, 1000000000),
                       wait = array(select least(coalesce(h.mine, 0), 1000000000) + coalesce(h.yours, 0)
                                      from unnest(s.wait, excluded.wait) with ordinality as h (mine, yours, bucket)
                                     order by h.bucket),
                       run = array(select least(coalesce(h.mine, 0), 1000000000) + coalesce(h.yours, 0)
                                     from unnest(s.run, excluded.run) with ordinality as h (mine, yours, bucket)
                                    order by h.bucket))
            select extract(epoch from date_trunc('minute', now()) + interval '1 minute' - now()) as rest
            """;

    /**
     * Adds counts to the rows of a moment, unless this batch was added before.
     *
     * @param batch a number higher than those of this node's earlier batches
     * @param age the time since the moment
     * @return the rest of the minute on the database's clock
     */
    Duration add(UUID node, long batch, Duration age, SortedMap<SeriesKey, SeriesCounts.Counts> counted) {
        Collection<SeriesCounts.Counts> counts = counted.values();
        return database.statement(sql -> sql.first(
                        ADD,
                        row -> Seconds.read(row, "rest"),
                        node,
                        batch,
                        Seconds.of(age),
                        texts(counted.keySet(), SeriesKey::queue),
                        texts(counted.keySet(), SeriesKey::type),
                        numbers(counts, Figure.ENQUEUED),
                        numbers(counts, Figure.COMPLETED),
                        numbers(counts, Figure.FAILED),
                        numbers(counts, Figure.DEAD),
                        texts(counts, SeriesCounts.Counts::waits),
                        texts(counts, SeriesCounts.Counts::runs)))
                .orElseThrow();
    }

    private static <T> String[] texts(Collection<T> values, Function<T, String> text) {
        return values.stream().map(text).toArray(String[]::new);
    }

    private static long[] numbers(Collection<SeriesCounts.Counts> counts, Figure figure) {
        return counts.stream().mapToLong(one -> one.of(figure)).toArray();
    }

    private static final String TRIM = """
            delete from rowmill_series s
             where s.span in (1, 10, 60)
               and s.start < now() - make_interval(secs => ?)
            """;

    private static final String FORGET_NODES = """
            delete from rowmill_series_node n
             where n.last < now() - make_interval(secs => ?)
            """;

    /** Deletes figures after their retention. If the history is turned off, older figures are deleted too. */
    @Override
    public long trimOnce() {
        return database.statement(sql -> {
            sql.run(FORGET_NODES, Seconds.of(NODE_KEPT));
            return sql.run(TRIM, Seconds.of(retention));
        });
    }
}
