package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.TaskState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/** Writes the actions of users on single tasks. */
@ApplicationScoped
public class AdminVerbs {

    private static final String UNIQUE_VIOLATION = "23505";

    private final JoinedDatabase joined;

    AdminVerbs(JoinedDatabase joined) {
        this.joined = joined;
    }

    /**
     * Cancels the given tasks that have not ended. Parameter: ids. Waits for rows that another transaction holds.
     * Marks tasks of flows.
     */
    public static final String CANCEL = """
            update rowmill_task t
               set status = 'cancelled',
                   operator_id = null,
                   expiry = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = least(t.version, 9223372036854775806) + 1,
                   watched = t.watched or t.flow is not null
             where t.id = any(?)
               and t.status in ('queued', 'waiting', 'executing')
            returning t.id, t.queue, t.watched
            """;

    /**
     * Queues the given tasks again if they are dead or cancelled, unless another task holds the unique key. A task of a
     * flow waits instead if its part has not started, and is marked, because parts may wait for it. Otherwise it gets
     * its key, if it was cancelled before its part started.
     * Parameters: {@link Repair#parameters}.
     */
    public static final String RETRY = """
            update rowmill_task t
               set status = case when t.flow is null then 'queued' else rowmill_retry_state(t.flow, t.id) end,
                   key = case
                       when t.flow is null or t.key is not null then t.key
                       else (
                           select m.key
                             from rowmill_part p
                             join rowmill_part_task m
                               on m.flow = p.flow
                              and m.part = p.part
                              and m.task = t.id
                            where p.flow = t.flow
                              and p.decided is not null) end,
                   details = coalesce(cast(? as jsonb), t.details),
                   run_at = clock_timestamp() + random() * make_interval(secs => ?),
                   max_attempts = coalesce(
                       least(t.attempts, 1147483647) + cast(? as int),
                       greatest(t.max_attempts, least(t.attempts, 2147483646) + 1)),
                   finished = null,
                   expires_at = null,
                   passed = null,
                   watched = t.watched or t.flow is not null,
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
            returning t.id, t.queue, t.watched
            """;

    /**
     * Deletes the given tasks that have ended, and their attempts, but none of a flow that is open. Unique keys that
     * they still held become free. Parameter: ids.
     */
    public static final String DELETE = """
            delete from rowmill_task t
             where t.id = any(?)
               and t.status in ('completed', 'dead', 'cancelled')
               and (t.flow is null
                 or not exists (select 1 from rowmill_flow f where f.id = t.flow and f.finished is null))
            returning t.id, t.queue, t.watched
            """;

    private static final String LOCK = """
            select t.type, t.queue, t.status, cast(t.details as text) as details, cast(t.context as text) as context,
                   t.attempts, t.max_attempts, t.version
              from rowmill_task t
             where t.id = ?
               for update
            """;

    /**
     * Reads a task and locks it until the transaction ends, so that no other transaction changes it. Waits if
     * another transaction holds the row.
     */
    @Transactional
    public Optional<TaskState> lock(long id) {
        return joined.statement(sql -> lock(sql, id));
    }

    /** Reads and locks a task in a transaction of the engine. */
    public static Optional<TaskState> lock(Sql sql, long id) throws SQLException {
        return sql.first(LOCK, TaskState::read, id);
    }

    /**
     * Cancels a task that has not ended. Waits if another transaction holds the row.
     *
     * @return {@link FencedWrite#REFUSED} if the task has ended
     */
    @Transactional
    public FencedWrite cancelIfLive(long id) {
        return joined.statement(sql -> sql.first(CANCEL, row -> row.getBoolean("watched"), one(id)))
                .map(FencedWrite::written)
                .orElse(FencedWrite.REFUSED);
    }

    /**
     * The result of a retry.
     *
     * @param queue the task's queue; null if the task is neither dead nor cancelled or has another version, if
     *     another task holds its unique key, or if the database refused the row
     * @param watched whether something waits for the end of the task
     * @param refusal the reason why the database refused the row; null if it did not
     */
    public record Retry(
            @Nullable String queue,
            boolean watched,
            @Nullable String refusal) {

        private static Retry read(ResultSet row) throws SQLException {
            return new Retry(row.getString("queue"), row.getBoolean("watched"), null);
        }

        private static Retry refused(@Nullable String reason) {
            return new Retry(null, false, reason);
        }
    }

    /**
     * Queues a dead or cancelled task again, without a deadline, and with one more attempt if all were used. The
     * row stays unchanged if the database refuses it as one that cannot run.
     */
    @Transactional
    public Retry retryIfEnded(long id, Repair repair) {
        return joined.statement(sql -> retryIfEnded(sql, id, repair, Repair.AT_ONCE));
    }

    /**
     * Queues a dead or cancelled task again. Waits for an enqueue of the task's unique key that is in progress. If
     * that commits, this statement fails, because it began before the rival was visible. A savepoint protects the
     * caller's transaction from the failure.
     */
    public static Retry retryIfEnded(Sql sql, long id, Repair repair, double spread) throws SQLException {
        sql.run("savepoint rowmill_retry");
        Retry retry;
        try {
            retry = sql.first(RETRY, Retry::read, repair.parameters(spread, one(id)))
                    .orElse(Retry.refused(null));
        } catch (SQLException e) {
            sql.run("rollback to savepoint rowmill_retry");
            retry = Retry.refused(UNIQUE_VIOLATION.equals(e.getSQLState()) ? null : refusal(e));
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
