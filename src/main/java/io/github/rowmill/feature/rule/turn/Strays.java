package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.Bisection;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Queues tasks again that were set aside in a queue without rules, where they never get a turn. The rules were
 * renamed, truncated, or deleted by a transaction that did not see the waiting tasks. Every node does this, and
 * none waits for another.
 */
@Startup
@Singleton
public class Strays {

    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** Number of rows in one short transaction. */
    private static final int BATCH = 500;

    /** Number of refused rows after which a round stops, so that it ends. The rows behind them wait. */
    private static final int MAX_REFUSALS = 5000;

    private final EngineDatabase database;
    private final TaskEvents events;

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

    /** Queues all waiting tasks of queues without rules, and returns their number. */
    public int sweepOnce() {
        int all = 0;
        for (String queue : database.statement(sql -> sql.byIndex().all(QUEUES, row -> row.getString("queue")))) {
            all += sweep(queue);
        }
        return all;
    }

    private int sweep(String queue) {
        List<Throwable> refusals = new ArrayList<>();
        int all = 0;
        int done;
        do {
            int before = refusals.size();
            List<Long> some = Bisection.of(waiting(queue, before), this::queue, (id, why) -> {
                refusals.add(why);
                return List.<Long>of();
            });
            all += some.size();
            done = some.size() + refusals.size() - before;
        } while (done > 0 && refusals.size() < MAX_REFUSALS);
        refusals.stream().findFirst().ifPresent(why -> events.roundFailed("strays", why));
        return all;
    }

    static final String WAITING = """
            select t.id
              from rowmill_task t
             where t.queue = ?
               and t.status = 'waiting'
               and t.key is not null
             order by t.key, t.priority, t.run_at, t.id
            offset ?
             limit ?
            """;

    private List<Long> waiting(String queue, int offset) {
        return database.statement(sql -> sql.byIndex().all(WAITING, row -> row.getLong("id"), queue, offset, BATCH));
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
