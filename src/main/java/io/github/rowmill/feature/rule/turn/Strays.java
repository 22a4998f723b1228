package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.RowWalk;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues tasks again that were parked in a queue without rules, where they never get a turn. The rules were
 * renamed, truncated, or deleted by a transaction that did not see the waiting tasks. Every node does this, and
 * none waits for another.
 */
@Startup
@Singleton
public class Strays {

    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** Number of rows in one short transaction. */
    private static final int BATCH = 500;

    private final EngineDatabase database;
    private final TaskEvents events;
    private final Map<String, RowWalk> walks = new ConcurrentHashMap<>();

    Strays(EngineDatabase database, TaskEvents events, NodeState node, Loops loops) {
        this.database = database;
        this.events = events;
        loops.regular("strays", PAUSE, () -> {
            if (node.isOpen()) {
                sweepOnce();
            }
        });
    }

    // A probe for each queue that has tasks with a key, however many, and another one for a waiting task in it.
    static final String QUEUES = """
            with recursive k as (
                (select t.queue
                   from rowmill_task t
                  where t.status in ('queued', 'waiting')
                    and t.key is not null
                  order by t.queue
                  limit 1)
                 union all
                select next.queue
                  from k
                 cross join lateral (
                        select t.queue
                          from rowmill_task t
                         where t.status in ('queued', 'waiting')
                           and t.key is not null
                           and t.queue > k.queue
                         order by t.queue
                         limit 1) next)
            select k.queue
              from k
             where (select t.id
                      from rowmill_task t
                     where t.queue = k.queue
                       and t.status = 'waiting'
                       and t.key is not null
                     limit 1) is not null
               and not exists (select 1 from rowmill_queue q where q.name = k.queue)
            """;

    /** Queues the waiting tasks of queues without rules, and returns their number. */
    public int sweepOnce() {
        return sweepOnce(BATCH);
    }

    /**
     * Queues the waiting tasks of queues without rules, with at most {@code batch} tasks in one transaction. Tasks
     * that another transaction has locked, or that the database refuses, are passed over. If there are very many
     * of them, the next call goes on behind them.
     *
     * @return number of tasks that were queued
     */
    public int sweepOnce(int batch) {
        List<String> queues = database.statement(sql -> sql.byIndex().all(QUEUES, row -> row.getString("queue")));
        walks.keySet().retainAll(queues);
        return queues.stream().mapToInt(queue -> sweep(queue, batch)).sum();
    }

    private int sweep(String queue, int batch) {
        return walks.computeIfAbsent(queue, name -> new RowWalk())
                .round(
                        batch,
                        (offset, limit) -> waiting(queue, offset, limit),
                        this::queue,
                        queued -> {},
                        why -> events.roundFailed("strays", why));
    }

    // A queue that has rules again has no such tasks.
    static final String WAITING = """
            select t.id
              from rowmill_task t
             where t.queue = ?
               and t.status = 'waiting'
               and t.key is not null
               and not exists (select 1 from rowmill_queue q where q.name = t.queue)
             order by t.key, t.priority, t.run_at, t.id
            offset ?
             limit ?
            """;

    private List<Long> waiting(String queue, int offset, int limit) {
        return database.statement(sql -> sql.byIndex().all(WAITING, row -> row.getLong("id"), queue, offset, limit));
    }

    // The queue may have rules again.
    private static final String QUEUE = """
            with strays as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(?)
                   and t.status = 'waiting'
                   and not exists (select 1 from rowmill_queue q where q.name = t.queue)
                 order by t.id
                   for no key update of t skip locked)
            update rowmill_task t
               set status = 'queued',
                   last_updated = clock_timestamp(),
                   version = least(t.version, 9223372036854775806) + 1
              from strays
             where t.id = strays.id
            returning t.id
            """;

    private List<Long> queue(List<Long> ids) {
        long[] some = ids.stream().mapToLong(id -> id).toArray();
        return database.statement(sql -> sql.byIndex().all(QUEUE, row -> row.getLong("id"), some));
    }
}
