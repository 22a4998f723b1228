package io.github.rowmill.feature.rule;

import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Finds transactions that may have claimed from a queue without its current rules. They began before the rules
 * were committed, and may commit at any time. Until then, the tasks that they started are invisible. So no task
 * starts under a limit while one of them is open. After the last one has ended, the executing tasks are counted.
 */
final class OpenClaims {

    /** Pause before the next look. A claim usually takes milliseconds. */
    static final Duration REST = Duration.ofMillis(100);

    // A claim reads the rules of the queue, and writes its tasks. So it has the locks of both tables before it
    // takes the snapshot in which it sees the rules, and keeps them until it ends. A transaction that was prepared
    // before the server started has another name now. A role that may not write tasks cannot claim, but its
    // prepared statements take these locks too.
    private static final String OPEN = """
            select l.virtualtransaction as name
              from pg_locks l
              join rowmill_queue q
                on q.name = ?
              left join pg_stat_activity a
                on a.pid = l.pid
             where l.locktype = 'relation'
               and l.database = (select d.oid from pg_database d where d.datname = current_database())
               and (l.relation = cast('rowmill_queue' as regclass)
                    or (l.relation = cast('rowmill_task' as regclass) and l.mode in ('RowShareLock', 'RowExclusiveLock')))
               and l.granted
               and l.pid is distinct from pg_backend_pid()
               and coalesce(has_table_privilege(a.usesysid, cast('rowmill_task' as regclass), 'update'), true)
               and (q.open_claims is null or l.virtualtransaction = any(q.open_claims) or l.virtualtransaction like '-1/%')
             group by l.virtualtransaction
            having count(distinct l.relation) = 2
             order by l.virtualtransaction
            """;

    private static final String NOTE = """
            update rowmill_queue
               set open_claims = cast(? as text[])
             where name = ?
               and open_claims is distinct from cast(? as text[])
            """;

    private OpenClaims() {}

    /**
     * Returns whether a transaction is still open that was open when the rules of a queue were first needed. If
     * so, writes the names of all of them.
     */
    static boolean areThere(Sql sql, String queue) throws SQLException {
        List<String> names = sql.all(OPEN, row -> row.getString("name"), queue);
        if (!names.isEmpty()) {
            String[] open = names.toArray(String[]::new);
            sql.run(NOTE, open, queue, open);
        }
        return !names.isEmpty();
    }
}
