package io.github.rowmill.feature.series;

import io.github.rowmill.db.ReadDatabase;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the pace of queues, for display. */
@Singleton
public class ThroughputReader {

    private final ReadDatabase database;

    ThroughputReader(ReadDatabase database) {
        this.database = database;
    }

    private static final String PACES = """
            with counted as materialized (
                select s.queue, s.type, s.enqueued, s.completed, s.failed, s.wait, s.run
                  from rowmill_series s
                 where s.span = 1
                   and s.start >= date_trunc('minute', now()) - make_interval(mins => ?)
                   and s.start < date_trunc('minute', now())
                   and s.queue = any(coalesce(?, array[s.queue]))),
            histograms as (
                select b.queue,
                       b.type,
                       array_agg(b.wait order by b.bucket) as wait,
                       array_agg(b.run order by b.bucket) as run
                  from (select c.queue, c.type, h.bucket,
                               cast(coalesce(sum(h.wait), 0) as bigint) as wait,
                               cast(coalesce(sum(h.run), 0) as bigint) as run
                          from counted c
                         cross join unnest(c.wait, c.run) with ordinality as h (wait, run, bucket)
                         group by c.queue, c.type, h.bucket) b
                 group by b.queue, b.type)
            select c.queue,
                   c.type,
                   sum(c.enqueued) as enqueued,
                   sum(c.completed) as completed,
                   sum(c.failed) as failed,
                   coalesce((select h.wait from histograms h where h.queue = c.queue and h.type = c.type), '{}') as wait,
                   coalesce((select h.run from histograms h where h.queue = c.queue and h.type = c.type), '{}') as run
              from counted c
             group by c.queue, c.type
             order by c.queue, c.type
            """;

    /**
     * Returns the pace of each type of each queue in the last five complete minutes.
     *
     * @param queues the queues to read; null for all
     */
    public List<Throughput> types(@Nullable Set<String> queues) {
        return database.snapshot(sql -> sql.all(PACES, ThroughputReader::read, Throughput.MINUTES, array(queues)));
    }

    /** Returns the pace of each queue, as the sum of its types, by its name. */
    public static Map<String, Throughput> byQueue(List<Throughput> types) {
        return types.stream()
                .collect(Collectors.toMap(Throughput::queue, Function.identity(), Throughput::plus, TreeMap::new));
    }

    private static Throughput read(ResultSet row) throws SQLException {
        return new Throughput(
                row.getString("queue"),
                row.getString("type"),
                row.getLong("enqueued"),
                row.getLong("completed"),
                row.getLong("failed"),
                Histogram.read(row, "wait"),
                Histogram.read(row, "run"));
    }

    private static final String COMPLETED = """
            select q.queue,
                   array_agg(coalesce(s.completed, 0) order by m.start) as completed
              from (select distinct s.queue
                      from rowmill_series s
                     where s.span = 10
                       and s.start >= now() - interval '70 min'
                       and s.queue = any(coalesce(?, array[s.queue]))) q
             cross join generate_series(date_trunc('minute', now()) - interval '1 h',
                                        date_trunc('minute', now()) - interval '1 min',
                                        interval '1 min') as m (start)
              left join (select s.queue, s.start, sum(s.completed) as completed
                           from rowmill_series s
                          where s.span = 1
                            and s.start >= now() - interval '70 min'
                          group by s.queue, s.start) s
                on s.queue = q.queue
               and s.start = m.start
             group by q.queue
            """;

    private record Line(String queue, List<Long> minutes) {}

    /**
     * Returns the number of tasks completed in each minute of the last hour, by queue. Queues without figures in
     * that time are left out.
     *
     * @param queues the queues to read; null for all
     */
    public Map<String, List<Long>> completed(@Nullable Set<String> queues) {
        return database
                .snapshot(sql -> sql.all(
                        COMPLETED,
                        row -> new Line(
                                row.getString("queue"),
                                Histogram.read(row, "completed").counts()),
                        (Object) array(queues)))
                .stream()
                .collect(Collectors.toMap(Line::queue, Line::minutes));
    }

    private static String @Nullable [] array(@Nullable Set<String> queues) {
        return queues == null ? null : queues.toArray(String[]::new);
    }
}
