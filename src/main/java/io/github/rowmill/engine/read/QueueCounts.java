package io.github.rowmill.engine.read;

import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.engine.store.claim.Groups;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the live tasks of each queue, group by group along the index of claims. The number of groups and of rows
 * to count is limited, however many queues and tasks there may be.
 */
final class QueueCounts {

    /** Largest number of groups. A group is a queue with a type and a priority. */
    static final int MAX_GROUPS = 400;

    /** Rows to count in all groups together, each for due, scheduled and executing tasks. */
    private static final int MAX = 10_000;

    /** Largest number of queues for which an estimate is read. The counts of further queues are lower bounds. */
    private static final int MAX_ESTIMATES = 50;

    private static final String COUNT_GROUPS = """
            select g.queue,
                   (select count(*)
                      from (select 1
                              from rowmill_task t
                             where t.status = 'queued'
                               and t.crashes < 2
                               and t.queue = g.queue
                               and t.type = g.type
                               and t.priority = g.priority
                               and t.crashes = g.crashes
                               and t.run_at <= now()
                             order by t.run_at, t.id
                             limit ?) found) as due,
                   (select count(*)
                      from (select 1
                              from rowmill_task t
                             where t.status = 'queued'
                               and t.crashes < 2
                               and t.queue = g.queue
                               and t.type = g.type
                               and t.priority = g.priority
                               and t.crashes = g.crashes
                               and t.run_at > now()
                             order by t.run_at, t.id
                             limit ?) found) as scheduled
              from unnest(cast(? as text[]), cast(? as text[]), cast(? as int[]), cast(? as int[]))
                   g(queue, type, priority, crashes)
            """;

    private static final String COUNT_WAITING = """
            select q.name as queue, w.n as due
              from rowmill_queue q
             cross join lateral (
                    select count(*) as n
                      from (select 1
                              from rowmill_task t
                             where t.status = 'waiting'
                               and t.key is not null
                               and t.queue = q.name
                             limit ?) counted) w
             where w.n > 0
             limit ?
            """;

    private static final String COUNT_EXECUTING = """
            select counted.queue, count(*) as executing, sum(count(*)) over () as counted
              from (select t.queue
                      from rowmill_task t
                     where t.status = 'executing'
                     order by t.expiry
                     limit ?) counted
             group by counted.queue
            """;

    private static final String DUE = """
            select 1
              from rowmill_task t
             where t.status in ('queued', 'waiting')
               and t.queue = ?
               and t.run_at <= now()
            """;

    private static final String SCHEDULED = """
            select 1
              from rowmill_task t
             where t.status = 'queued'
               and t.queue = ?
               and t.run_at > now()
            """;

    private final Sql sql;
    private final Map<String, QueueCount> counts = new TreeMap<>();

    QueueCounts(Sql sql) {
        this.sql = sql;
    }

    /**
     * Returns the counts by queue.
     *
     * @param groups the first {@link #MAX_GROUPS} groups
     */
    List<QueueCount> read(List<Groups.Seen> groups) throws SQLException {
        groups.forEach(seen -> add(new QueueCount(
                seen.queue(), Count.NONE, Count.NONE, Count.NONE, seen.isDue() ? seen.late() : Duration.ZERO)));
        if (!groups.isEmpty()) {
            countQueued(groups);
        }
        countWaiting();
        countExecuting();
        estimate();
        return List.copyOf(counts.values());
    }

    private void countQueued(List<Groups.Seen> groups) throws SQLException {
        int cap = MAX / groups.size();
        sql.all(
                        COUNT_GROUPS,
                        row -> new QueueCount(
                                row.getString("queue"),
                                Count.upTo(cap, row.getInt("due")),
                                Count.upTo(cap, row.getInt("scheduled")),
                                Count.NONE,
                                Duration.ZERO),
                        cap,
                        cap,
                        groups.stream().map(Groups.Seen::queue).toArray(String[]::new),
                        groups.stream().map(seen -> seen.group().type()).toArray(String[]::new),
                        groups.stream()
                                .mapToInt(seen -> seen.group().priority())
                                .toArray(),
                        groups.stream().mapToInt(seen -> seen.group().crashes()).toArray())
                .forEach(this::add);
    }

    /** Counts waiting tasks as due. They would be due without the rules of their queues. */
    private void countWaiting() throws SQLException {
        sql.all(
                        COUNT_WAITING,
                        row -> new QueueCount(
                                row.getString("queue"),
                                Count.upTo(MAX, row.getInt("due")),
                                Count.NONE,
                                Count.NONE,
                                Duration.ZERO),
                        MAX,
                        MAX_ESTIMATES)
                .forEach(this::add);
    }

    private void countExecuting() throws SQLException {
        sql.all(
                        COUNT_EXECUTING,
                        row -> new QueueCount(
                                row.getString("queue"),
                                Count.NONE,
                                Count.NONE,
                                new Count(
                                        row.getLong("executing"),
                                        Count.upTo(MAX, row.getLong("counted")).precision()),
                                Duration.ZERO),
                        MAX)
                .forEach(this::add);
    }

    private void estimate() throws SQLException {
        int left = MAX_ESTIMATES;
        for (QueueCount count : List.copyOf(counts.values())) {
            if (left > 0 && !(count.due().isExact() && count.scheduled().isExact())) {
                counts.put(count.queue(), estimated(count));
                left--;
            }
        }
    }

    private QueueCount estimated(QueueCount count) throws SQLException {
        return new QueueCount(
                count.queue(),
                estimated(count.due(), DUE, count.queue()),
                estimated(count.scheduled(), SCHEDULED, count.queue()),
                count.executing(),
                count.lag());
    }

    private Count estimated(Count count, String query, String queue) throws SQLException {
        return count.isExact() ? count : count.orEstimated(Estimates.of(sql, query, queue));
    }

    private void add(QueueCount count) {
        counts.merge(count.queue(), count, QueueCount::plus);
    }
}
