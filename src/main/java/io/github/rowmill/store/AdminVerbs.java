package io.github.rowmill.store;

import io.github.rowmill.store.sql.JoinedDatabase;
import io.github.rowmill.store.sql.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.Optional;

/** What people do to single tasks. */
@ApplicationScoped
public class AdminVerbs {

    private static final String UNIQUE_VIOLATION = "23505";

    private final JoinedDatabase joined;

    AdminVerbs(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String CANCEL = """
            update rowmill_task
               set status = 'cancelled',
                   operator_id = null,
                   expiry = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = ?
               and status in ('queued', 'executing')
            """;

    /** Cancels a queued or executing task; false: it is neither. Waits if another transaction holds the row. */
    @Transactional
    public boolean cancelIfLive(long id) {
        return joined.statement(sql -> sql.run(CANCEL, id)) == 1;
    }

    private static final String RETRY = """
            update rowmill_task t
               set status = 'queued',
                   run_at = clock_timestamp(),
                   max_attempts = greatest(t.max_attempts, t.attempts + 1),
                   finished = null,
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.id = ?
               and t.status in ('dead', 'cancelled')
               and not exists (
                       select 1
                         from rowmill_task rival
                        where rival.type = t.type
                          and rival.unique_key = t.unique_key
                          and rival.status in ('queued', 'executing'))
            returning t.queue
            """;

    /**
     * Queues a dead or cancelled task again, with one attempt more if all were used up.
     *
     * @return its queue; empty: the task is neither dead nor cancelled, or another live one has its unique key
     */
    @Transactional
    public Optional<String> retryIfEnded(long id) {
        return joined.statement(sql -> retryIfEnded(sql, id));
    }

    /**
     * Waits for an enqueue of the task's unique key that is under way. If that commits, the statement fails, as it had
     * begun before there was a rival to see; the savepoint keeps the failure from the caller's transaction.
     */
    private static Optional<String> retryIfEnded(Sql sql, long id) throws SQLException {
        sql.run("savepoint rowmill_retry");
        Optional<String> queue = Optional.empty();
        try {
            queue = sql.first(RETRY, row -> row.getString(1), id);
        } catch (SQLException e) {
            if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw e;
            }
            sql.run("rollback to savepoint rowmill_retry");
        }
        sql.run("release savepoint rowmill_retry");
        return queue;
    }
}
