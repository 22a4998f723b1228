package io.github.rowmill.feature.rule;

import io.github.rowmill.api.Queues.Blocked;
import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.util.List;

/** Keys whose tasks are blocked by a dead task. */
final class BlockedKeys {

    private static final String BLOCKED = """
            select t.key, t.id
              from rowmill_task t
              join rowmill_queue q
                on q.name = t.queue
             where t.queue = ?
               and t.status = 'dead'
               and t.key is not null
               and t.passed is null
               and q.blocks
             order by t.key, t.priority, t.run_at, t.id
             limit 1000
            """;

    private BlockedKeys() {}

    static List<Blocked> of(Sql sql, String queue) throws SQLException {
        return sql.all(BLOCKED, row -> new Blocked(row.getString("key"), row.getLong("id")), queue);
    }

    // A lane is written only under the lock of the queue's rules.
    private static final String LOCK = """
            select 1
              from rowmill_queue q
             where q.name = ?
               for no key update
            """;

    private static final String PASS = """
            update rowmill_task
               set passed = true,
                   last_updated = clock_timestamp(),
                   version = least(version, 9223372036854775806) + 1
             where queue = ?
               and status = 'dead'
               and key = ?
               and passed is null
            """;

    private static final String LOOK_AGAIN = """
            update rowmill_lane
               set look_at = clock_timestamp()
             where queue = ?
               and key = ?
            """;

    static int pass(Sql sql, String queue, String key) throws SQLException {
        sql.all(LOCK, row -> row.getInt(1), queue);
        int passed = sql.run(PASS, queue, key);
        sql.run(LOOK_AGAIN, queue, key);
        return passed;
    }
}
