package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.JoinedDatabase;
import io.github.rowmill.engine.store.sql.Refusal;
import io.github.rowmill.engine.store.sql.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.Optional;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/** What people do to single tasks. */
@ApplicationScoped
public class AdminVerbs {

    private static final String UNIQUE_VIOLATION = "23505";

    private final JoinedDatabase joined;

    AdminVerbs(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** Of these tasks those that have not ended; parameter: ids. Waits for rows that another transaction holds. */
    public static final String CANCEL = """
            update rowmill_task t
               set status = 'cancelled',
                   operator_id = null,
                   expiry = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = least(t.version, 9223372036854775806) + 1
             where t.id = any(?)
               and t.status in ('queued', 'waiting', 'executing')
            returning t.id, t.queue
            """;

    /** Of these tasks those that failed for good or were cancelled, unless another holds the unique key; parameters: {@link Repair#parameters}. */
    public static final String RETRY = """
            update rowmill_task t
               set status = 'queued',
                   details = coalesce(cast(? as jsonb), t.details),
                   run_at = clock_timestamp() + random() * make_interval(secs => ?),
                   max_attempts = coalesce(
                       least(t.attempts, 1147483647) + cast(? as int),
                       greatest(t.max_attempts, least(t.attempts, 2147483646) + 1)),
                   finished = null,
                   expires_at = null,
                   passed = null,
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.id = any(?)
               and t.version = coalesce(cast(? as bigint), t.version)
               and t.status in ('dead', 'cancelled')
               and not exists (
                       select 1
                         from rowmill_task rival
                        where rival.type = t.type
                          and rival.unique_key = t.unique_key
                          and rival.id <> t.id
                          and (rival.status in ('queued', 'waiting', 'executing') or rival.unique_for is not null))
            returning t.id, t.queue
            """;

    /** Of these tasks those that have ended, and their attempts; parameter: ids. */
    public static final String DELETE = """
            delete from rowmill_task t
             where t.id = any(?)
               and t.status in ('completed', 'dead', 'cancelled')
            returning t.id, t.queue
            """;

    private static final String LOCK = """
            select t.type, t.queue, t.status, cast(t.details as text) as details, cast(t.context as text) as context,
                   t.attempts, t.max_attempts, t.version
              from rowmill_task t
             where t.id = ?
               for update
            """;

    /** Reads a task that nobody changes until the transaction ends; waits for one that is changing it. */
    @Transactional
    public Optional<TaskState> lock(long id) {
        return joined.statement(sql -> lock(sql, id));
    }

    /** The same in a transaction of the engine's. */
    public static Optional<TaskState> lock(Sql sql, long id) throws SQLException {
        return sql.first(LOCK, TaskState::read, id);
    }

    /** Cancels a task that has not ended; false: it has. Waits if another transaction holds the row. */
    @Transactional
    public boolean cancelIfLive(long id) {
        return joined.statement(sql -> sql.first(CANCEL, row -> true, one(id)).isPresent());
    }

    /**
     * What became of a retry.
     *
     * @param queue the task's queue; null: it is neither dead nor cancelled, another one holds its unique key, or it was refused
     * @param refusal what the database has against it; null: nothing
     */
    public record Retry(@Nullable String queue, @Nullable String refusal) {}

    /** Queues a dead or cancelled task again, with one attempt more if all were used up and without a deadline, if the row is one that can be run. */
    @Transactional
    public Retry retryIfEnded(long id, Repair repair) {
        return joined.statement(sql -> retryIfEnded(sql, id, repair, Repair.AT_ONCE));
    }

    /**
     * Waits for an enqueue of the task's unique key that is under way. If that commits, the statement fails, as it had
     * begun before there was a rival to see; the savepoint keeps the failure from the caller's transaction.
     */
    public static Retry retryIfEnded(Sql sql, long id, Repair repair, double spread) throws SQLException {
        sql.run("savepoint rowmill_retry");
        Retry retry;
        try {
            retry = new Retry(
                    sql.first(RETRY, row -> row.getString("queue"), repair.parameters(spread, one(id)))
                            .orElse(null),
                    null);
        } catch (SQLException e) {
            sql.run("rollback to savepoint rowmill_retry");
            retry = new Retry(null, UNIQUE_VIOLATION.equals(e.getSQLState()) ? null : refusal(e));
        }
        sql.run("release savepoint rowmill_retry");
        return retry;
    }

    private static long[] one(long id) {
        return new long[] {id};
    }

    private static String refusal(SQLException e) throws SQLException {
        JDBCException refused = Sql.failure(e);
        if (!Refusal.mayBeOfOneRow(refused)) {
            throw e;
        }
        return Refusal.reason(refused);
    }
}
