package io.github.rowmill.feature.series;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Seconds;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the history of tasks, for display. */
@Singleton
public class SeriesReader {

    private final ReadDatabase database;

    SeriesReader(ReadDatabase database) {
        this.database = database;
    }

    // Counts and buckets are summed separately. In a join with its thirty buckets, each row's counts would be
    // summed thirty times.
    private static final String POINTS = """
            with edge as materialized (
                select date_bin(make_interval(secs => ?), now(), timestamptz 'epoch') as last),
            bin as (
                select generate_series(e.last - make_interval(secs => ?),
                                       e.last - make_interval(secs => ?),
                                       make_interval(secs => ?)) as start
                  from edge e),
            counted as materialized (
                select s.start, s.enqueued, s.completed, s.failed, s.dead, s.wait, s.run
                  from rowmill_series s
                 where s.span = ?
                   and s.start >= (select e.last - make_interval(secs => ?) from edge e)
                   and s.start < (select e.last from edge e)
                   and s.queue = any(coalesce(?, array[s.queue]))),
            counts as (
                select c.start,
                       sum(c.enqueued) as enqueued,
                       sum(c.completed) as completed,
                       sum(c.failed) as failed,
                       sum(c.dead) as dead
                  from counted c
                 group by c.start),
            histograms as (
                select b.start,
                       array_agg(b.wait order by b.bucket) as wait,
                       array_agg(b.run order by b.bucket) as run
                  from (select c.start, h.bucket,
                               coalesce(sum(h.wait), 0) as wait,
                               coalesce(sum(h.run), 0) as run
                          from counted c
                         cross join unnest(c.wait, c.run) with ordinality as h (wait, run, bucket)
                         group by c.start, h.bucket) b
                 group by b.start)
            select bin.start,
                   coalesce(c.enqueued, 0) as enqueued,
                   coalesce(c.completed, 0) as completed,
                   coalesce(c.failed, 0) as failed,
                   coalesce(c.dead, 0) as dead,
                   coalesce(h.wait, '{}') as wait,
                   coalesce(h.run, '{}') as run
              from bin
              left join counts c on c.start = bin.start
              left join histograms h on h.start = bin.start
             order by bin.start
            """;

    /**
     * Returns the figures of the complete steps of a range, the latest last. The figures of a step are complete a
     * second or two after its end.
     *
     * @param queues the queues to read; null for all
     */
    public List<HistoryPoint> points(HistoryRange range, @Nullable Set<String> queues) {
        double step = Seconds.of(range.step());
        double length = Seconds.of(range.length());
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        return database.snapshot(
                sql -> sql.all(POINTS, SeriesReader::read, step, length, step, step, range.span(), length, only));
    }

    private static final String BUSIEST = """
            select s.queue
              from rowmill_series s
             where s.span = ?
               and s.start >= now() - make_interval(secs => ?)
               and s.queue = any(coalesce(?, array[s.queue]))
             group by s.queue
             order by sum(s.enqueued + s.completed) desc, s.queue
             limit ?
            """;

    /**
     * Returns the busiest queues of a range, the busiest first.
     *
     * @param queues the queues to read; null for all
     * @param most the largest number of queues to return
     */
    public List<String> busiest(HistoryRange range, @Nullable Set<String> queues, int most) {
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        return database.snapshot(sql ->
                sql.all(BUSIEST, row -> row.getString("queue"), range.span(), Seconds.of(range.length()), only, most));
    }

    private static HistoryPoint read(ResultSet row) throws SQLException {
        return new HistoryPoint(
                Instants.read(row, "start"),
                row.getLong("enqueued"),
                row.getLong("completed"),
                row.getLong("failed"),
                row.getLong("dead"),
                Histogram.read(row, "wait"),
                Histogram.read(row, "run"));
    }
}
