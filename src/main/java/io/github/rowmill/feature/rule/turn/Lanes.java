package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers hints about queues whose keys take turns. The tables hold the truth about the tasks that wait. */
@Singleton
public class Lanes {

    /** Pause between two looks for queues with lanes, if this node has seen none. */
    private static final Duration REST = Duration.ofSeconds(15);

    private final EngineDatabase database;
    private final Ticker ticker;
    private final Map<String, Set<String>> freed = new ConcurrentHashMap<>();
    private final Map<String, String> knocking = new ConcurrentHashMap<>();
    private final ServedKeys served = new ServedKeys();
    private volatile boolean hasLooked;
    private volatile boolean mayBeReady;
    private volatile long lookedAt;

    Lanes(EngineDatabase database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
    }

    private static final String QUEUES = """
            select q.name,
                   not q.paused
                   and (exists (select 1
                                  from rowmill_lane l
                                 where l.queue = q.name
                                   and l.look_at <= clock_timestamp())
                        or extract(epoch from (select max(l.look_at) from rowmill_lane l where l.queue = q.name))
                           > extract(epoch from clock_timestamp())
                             + greatest(?, q.key_rate_burst * extract(epoch from q.key_rate_period) / q.key_rate)) as ready
              from rowmill_queue q
             where exists (select 1 from rowmill_lane l where l.queue = q.name)
            """;

    private record Queue(String name, boolean isReady) {}

    /** Returns the keys that this node served last. */
    ServedKeys served() {
        return served;
    }

    /**
     * Returns the queues with a key whose turn has come or may have come. It may have come if a task of the key
     * has ended here. A turn too far in the future has come too, because the clock was set back. It is too far if
     * it is later than a lease, and than a burst of the rate.
     */
    public Collection<String> ready(Duration lease) {
        Set<String> ready = new TreeSet<>();
        freed.forEach((queue, keys) -> {
            if (!keys.isEmpty()) {
                ready.add(queue);
            }
        });
        if (!hasLooked || mayBeReady || ticker.since(lookedAt).compareTo(REST) >= 0) {
            ready.addAll(look(lease));
        }
        return ready;
    }

    private List<String> look(Duration lease) {
        double longest = Seconds.of(lease.plus(LaneRows.REST));
        List<Queue> queues = database.statement(
                sql -> sql.all(QUEUES, row -> new Queue(row.getString("name"), row.getBoolean("ready")), longest));
        lookedAt = ticker.nanos();
        hasLooked = true;
        mayBeReady = !queues.isEmpty();
        queues.forEach(queue -> freed.computeIfAbsent(queue.name(), name -> ConcurrentHashMap.newKeySet()));
        return queues.stream().filter(Queue::isReady).map(Queue::name).toList();
    }

    /** Returns whether keys of a queue take turns, as far as this node has seen. */
    public boolean mayHaveWaiting(String queue) {
        return freed.containsKey(queue);
    }

    /** Notes that a task has ended on this node, so that there may be room for another one of its key. */
    public void freed(Claimed task) {
        Set<String> keys = freed.get(task.queue());
        String key = task.key();
        if (keys != null && key != null) {
            keys.add(key);
        }
    }

    /**
     * Takes the keys of a queue of which tasks have ended on this node since the last call. The caller is about to
     * look at them.
     */
    Set<String> freed(String queue) {
        Set<String> keys = freed.computeIfAbsent(queue, name -> ConcurrentHashMap.newKeySet());
        Set<String> taken = Set.copyOf(keys);
        keys.removeAll(taken); // before they are looked at, so that a task that ends meanwhile is noted again
        return taken;
    }

    private static final String LOOK_AT =
            "update rowmill_lane l set look_at = clock_timestamp() where l.queue = ? and l.key = any(?)";

    /**
     * Moves this node's hints about a paused queue to the tables. The first claim after the pause looks at these
     * keys.
     */
    public void leave(Sql sql, String queue) throws SQLException {
        Set<String> keys = freed(queue);
        if (!keys.isEmpty()) {
            sql.run(LOOK_AT, queue, keys.toArray(String[]::new));
        }
    }

    /** Forgets a queue whose keys no longer take turns. */
    public void forget(String queue) {
        freed.remove(queue);
    }

    private static final String KNOCKING = """
            with recursive k as (
                (select t.key, 1 as n
                   from rowmill_task t
                  where t.queue = ?
                    and t.status = 'queued'
                    and t.key > ?
                    and t.key is not null
                  order by t.key
                  limit 1)
                 union all
                select next.key, k.n + 1
                  from k
                 cross join lateral (
                        select t.key
                          from rowmill_task t
                         where t.queue = ?
                           and t.status = 'queued'
                           and t.key > k.key
                           and t.key is not null
                         order by t.key
                         limit 1) next
                 where k.n < ?)
            select k.key
              from k
            """;

    /**
     * Returns some keys with queued tasks, the next ones at each call, in a cycle. Costs a probe for each key,
     * however many tasks it has.
     */
    Set<String> knocking(Sql sql, String queue, int most) throws SQLException {
        String last = knocking.getOrDefault(queue, "");
        Set<String> keys = new LinkedHashSet<>(behind(sql, queue, last, most));
        if (keys.size() < most && !last.isEmpty()) {
            keys.addAll(behind(sql, queue, "", most - keys.size()));
        }
        return keys;
    }

    private List<String> behind(Sql sql, String queue, String last, int most) throws SQLException {
        List<String> keys = sql.all(KNOCKING, row -> row.getString("key"), queue, last, queue, most);
        knocking.put(queue, keys.size() < most ? "" : keys.get(keys.size() - 1));
        return keys;
    }

    /** Notes that tasks of some keys still wait. */
    void keepsSome() {
        mayBeReady = true;
    }
}
