package io.github.rowmill.store.read;

import io.github.rowmill.store.claim.Groups;
import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts that stay cheap on a large table: none goes on past {@link #MOST} tasks of a type and priority. */
@ApplicationScoped
public class QueueStats {

    /** A count of this much means this many or more. */
    public static final int MOST = 10_000;

    private final LoopDatabase database;
    private final Groups groups;

    QueueStats(LoopDatabase database, Groups groups) {
        this.database = database;
        this.groups = groups;
    }

    /** How many tasks are in a state, at most {@link #MOST}. */
    public record StatusCount(TaskStatus status, int count) {}

    /** A queue's live tasks, at most {@link #MOST} of each kind, and the age of its oldest due one. */
    public record QueueCount(String queue, int due, int scheduled, int executing, Duration lag) {

        private QueueCount plus(QueueCount other) {
            return new QueueCount(
                    queue,
                    Math.min(MOST, due + other.due),
                    Math.min(MOST, scheduled + other.scheduled),
                    executing + other.executing,
                    lag.compareTo(other.lag) > 0 ? lag : other.lag);
        }
    }

    private static final String COUNT_STATUS = """
            select count(*)
              from (select 1
                      from rowmill_task t
                     where t.status = ?
                     limit ?) counted
            """;

    /** The tasks in each state, in the order of the states. */
    public List<StatusCount> byStatus() {
        return Arrays.stream(TaskStatus.values())
                .map(status -> new StatusCount(
                        status,
                        database.statement(sql -> sql.first(COUNT_STATUS, row -> row.getInt(1), status.column(), MOST)
                                .orElseThrow())))
                .toList();
    }

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
                             limit ?) due),
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
                             limit ?) scheduled)
              from unnest(cast(? as text[]), cast(? as text[]), cast(? as int[]), cast(? as int[]))
                   g(queue, type, priority, crashes)
            """;

    private static final String COUNT_EXECUTING = """
            select t.queue, count(*)
              from rowmill_task t
             where t.status = 'executing'
             group by t.queue
            """;

    /** The queues that hold live tasks, by name. */
    public List<QueueCount> byQueue() {
        Map<String, QueueCount> counts = new TreeMap<>();
        groups.all(slice -> {
            slice.forEach(seen -> add(counts, new QueueCount(seen.queue(), 0, 0, 0, lag(seen))));
            count(slice).forEach(count -> add(counts, count));
        });
        database.statement(sql -> sql.all(
                        COUNT_EXECUTING, row -> new QueueCount(row.getString(1), 0, 0, row.getInt(2), Duration.ZERO)))
                .forEach(count -> add(counts, count));
        return List.copyOf(counts.values());
    }

    private static Duration lag(Groups.Seen seen) {
        return seen.isDue() ? seen.late() : Duration.ZERO;
    }

    private List<QueueCount> count(List<Groups.Seen> slice) {
        String[] queues = slice.stream().map(Groups.Seen::queue).toArray(String[]::new);
        String[] types = slice.stream().map(seen -> seen.group().type()).toArray(String[]::new);
        int[] priorities =
                slice.stream().mapToInt(seen -> seen.group().priority()).toArray();
        int[] crashes = slice.stream().mapToInt(seen -> seen.group().crashes()).toArray();
        return database.statement(sql -> sql.all(
                COUNT_GROUPS,
                row -> new QueueCount(row.getString(1), row.getInt(2), row.getInt(3), 0, Duration.ZERO),
                MOST,
                MOST,
                queues,
                types,
                priorities,
                crashes));
    }

    private static void add(Map<String, QueueCount> counts, QueueCount count) {
        counts.merge(count.queue(), count, QueueCount::plus);
    }

    /** The types of due tasks that are not among {@code handled}. */
    public List<String> unhandledTypes(Collection<String> handled) {
        TreeSet<String> unhandled = new TreeSet<>();
        groups.ofOthersThan(
                handled,
                slice -> slice.stream()
                        .filter(seen ->
                                seen.isDue() && !handled.contains(seen.group().type()))
                        .forEach(seen -> unhandled.add(seen.group().type())));
        return List.copyOf(unhandled);
    }
}
