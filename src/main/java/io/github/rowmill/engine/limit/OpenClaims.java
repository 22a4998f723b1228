package io.github.rowmill.engine.limit;

import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Transactions that may have claimed from a queue without the rules of today, as they began before these were committed, and
 * may commit that at any time. What they have started is seen by nobody until then: so nothing starts under a limit while
 * one of them is open, and what executes is counted when the last one has ended.
 */
final class OpenClaims {

    /** A claim takes milliseconds as a rule. */
    static final Duration REST = Duration.ofMillis(100);

    // Whoever claims asks for the rules of the queue, and writes its tasks: it has the locks of both tables before the
    // snapshot in which it sees the rules, and keeps them until it ends. One that was prepared before the server was
    // started has another name since. Who may not write tasks claims none, but gets these locks by preparing
    // statements.
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

    /** Whether any is open of those that were when the rules of a queue were first asked for; notes which, if so. */
    static boolean areThere(Sql sql, String queue) throws SQLException {
        List<String> names = sql.all(OPEN, row -> row.getString("name"), queue);
        if (!names.isEmpty()) {
            String[] open = names.toArray(String[]::new);
            sql.run(NOTE, open, queue, open);
        }
        return !names.isEmpty();
    }
}
