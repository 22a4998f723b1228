package io.github.rowmill.engine.limit;

import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.engine.store.sql.Sql;
import jakarta.inject.Singleton;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Admits tasks as the rules of their queue allow. What executes is counted from the tasks' rows and never in a counter that
 * somebody would have to decrement: verdicts, recoveries and cancels do nothing for it, and a crash leaks nothing.
 *
 * <p>Claims of a queue with rules are one after the other in the whole cluster, by the lock of the queue's row: what is read
 * after it was locked is true until the commit, as only claims make more tasks execute.
 */
@Singleton
class QueueRules implements Admission {

    // A claim that began before there was a rule may end this much later, and its tasks are in no list: no claim takes
    // so long.
    private static final String LOCK = """
            select q.paused, q.concurrency,
                   case when q.last_updated < clock_timestamp() - interval '5 minutes' then q.held end as held
              from rowmill_queue q
             where q.name = ?
               for no key update skip locked
            """;

    private static final String EXECUTING_OF = """
            select t.id
              from rowmill_task t
             where t.id = any(?)
               and t.status = 'executing'
            """;

    private static final String EXECUTING = """
            select t.id
              from rowmill_task t
             where t.status = 'executing'
               and t.queue = ?
            """;

    private static final String HOLD = """
            update rowmill_queue
               set held = ?
             where name = ?
            """;

    /** {@code held}: ids that were claimed under the limit, some of which may have ended; null: not known. */
    private record Rules(boolean paused, @Nullable Integer concurrency, Long @Nullable [] held) {

        static Rules read(ResultSet row) throws SQLException {
            int concurrency = row.getInt("concurrency");
            Array held = row.getArray("held");
            return new Rules(
                    row.getBoolean("paused"),
                    concurrency == 0 ? null : concurrency,
                    held == null ? null : (Long[]) held.getArray());
        }
    }

    @Override
    public int admit(Sql sql, String queue, long[] ids) throws SQLException {
        Optional<Rules> locked = sql.first(LOCK, Rules::read, queue);
        if (locked.isEmpty() || locked.get().paused()) {
            return 0; // another node is at it, or nobody is to be
        }
        Rules rules = locked.get();
        Integer concurrency = rules.concurrency();
        return concurrency == null ? ids.length : admit(sql, queue, ids, concurrency, rules.held());
    }

    private static int admit(Sql sql, String queue, long[] ids, int concurrency, Long @Nullable [] held)
            throws SQLException {
        List<Long> executing = new ArrayList<>(
                held == null
                        ? sql.all(EXECUTING, row -> row.getLong("id"), queue)
                        : sql.all(EXECUTING_OF, row -> row.getLong("id"), (Object) held));
        int admitted = Math.max(0, Math.min(ids.length, concurrency - executing.size()));
        if (admitted > 0) {
            Arrays.stream(ids, 0, admitted).forEach(executing::add);
            sql.run(HOLD, executing.toArray(Long[]::new), queue);
        }
        return admitted;
    }
}
