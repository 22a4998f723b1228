package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads and writes the lanes of one queue, for the claim that holds the lock of its rules. */
final class LaneRows {

    /** Time for which a key is left to other nodes if this node cannot run its tasks. */
    static final Duration REST = Duration.ofSeconds(5);

    private final Sql sql;
    private final String queue;
    private final List<LaneRow> kept = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();

    LaneRows(Sql sql, String queue) {
        this.sql = sql;
        this.queue = queue;
    }

    /** Returns whether the queue has lanes. This check is cheaper than a query with all keys of a claim. */
    boolean exist() throws SQLException {
        return sql.first("select 1 from rowmill_lane l where l.queue = ? limit 1", row -> true, queue)
                .isPresent();
    }

    private static final String READY = """
            (select l.key, l.look_at, l.paid_until
               from rowmill_lane l
              where l.queue = ?
                and l.look_at <= clock_timestamp()
              order by l.look_at
              limit ?)
              union
            (select l.key, l.look_at, l.paid_until
               from rowmill_lane l
              where l.queue = ?
                and l.look_at > cast(? as timestamptz)
              order by l.look_at desc
              limit ?)
              union
            (select l.key, l.look_at, l.paid_until
               from rowmill_lane l
              where l.queue = ?
                and l.key = any(?))
            """;

    /**
     * Returns the first {@code most} lanes whose turn has come, and the lanes of these keys. A turn after
     * {@code latest} has come too, because the clock was set back since it was written.
     */
    List<LaneRow> ready(int most, Collection<String> keys, Instant latest) throws SQLException {
        String[] names = keys.toArray(String[]::new);
        return sql.all(READY, LaneRows::read, queue, most, queue, Instants.text(latest), most, queue, names);
    }

    private static LaneRow read(ResultSet row) throws SQLException {
        return new LaneRow(row.getString("key"), Instants.read(row, "look_at"), Instants.readOrNull(row, "paid_until"));
    }

    /** Marks a row to be written. */
    void keep(LaneRow row) {
        kept.add(row);
    }

    /**
     * Marks a row to be deleted, unless tasks of its key wait. Tasks may still wait that this node cannot run, or
     * not yet.
     */
    void drop(String key) {
        dropped.add(key);
    }

    private static final String KEEP = """
            insert into rowmill_lane (queue, key, look_at, paid_until)
            select ?, s.key, s.look_at, s.paid_until
              from unnest(cast(? as text[]), cast(? as timestamptz[]), cast(? as timestamptz[])) as s (key, look_at, paid_until)
                on conflict (queue, key) do update
               set look_at = excluded.look_at, paid_until = excluded.paid_until
            """;

    // A probe for each key. With "not exists", it may become a join, with a walk over all tasks, if the statistics
    // show no waiting task.
    private static final String DROP = """
            delete from rowmill_lane l
             where l.queue = ?
               and l.key = any(?)
               and (select t.id
                      from rowmill_task t
                     where t.queue = l.queue
                       and t.status = 'waiting'
                       and t.key = l.key
                       and t.key is not null
                     limit 1) is null
            """;

    private static final String LEAVE = """
            update rowmill_lane l
               set look_at = clock_timestamp() + make_interval(secs => ?)
             where l.queue = ?
               and l.key = any(?)
            """;

    /** Writes and deletes the marked rows, and returns whether any of them are left. */
    boolean write() throws SQLException {
        if (!kept.isEmpty()) {
            sql.run(
                    KEEP,
                    queue,
                    kept.stream().map(LaneRow::key).toArray(String[]::new),
                    kept.stream().map(row -> Instants.text(row.lookAt())).toArray(String[]::new),
                    kept.stream().map(row -> Instants.text(row.paidUntil())).toArray(String[]::new));
        }
        String[] keys = dropped.toArray(String[]::new);
        boolean restsSome = keys.length > 0
                && sql.run(DROP, queue, keys) < keys.length
                && sql.run(LEAVE, Seconds.of(REST), queue, keys) > 0;
        return !kept.isEmpty() || restsSome;
    }
}
