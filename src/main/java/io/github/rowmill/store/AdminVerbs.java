package io.github.rowmill.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.hibernate.StatelessSession;

/** What people do to single tasks. */
@ApplicationScoped
public class AdminVerbs {

    private static final String UNIQUE_VIOLATION = "23505";

    private final StatelessSession session;

    AdminVerbs(StatelessSession session) {
        this.session = session;
    }

    private static final String CANCEL = """
            update rowmill_task
               set status = 'cancelled',
                   operator_id = null,
                   expiry = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = :id
               and status in ('queued', 'executing')
            """;

    /** Cancels a queued or executing task; false: it is neither. Waits if another transaction holds the row. */
    @Transactional
    public boolean cancelIfLive(long id) {
        return session.createNativeMutationQuery(CANCEL).setParameter("id", id).executeUpdate() == 1;
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
        return session.doReturningWork(connection -> retryIfEnded(connection, id));
    }

    /**
     * Waits for an enqueue of the task's unique key that is under way. If that commits, the statement fails, as it had
     * begun before there was a rival to see; the savepoint keeps the failure from the caller's transaction.
     */
    private static Optional<String> retryIfEnded(Connection connection, long id) throws SQLException {
        try (Statement savepoint = connection.createStatement();
                PreparedStatement retry = connection.prepareStatement(RETRY)) {
            savepoint.execute("savepoint rowmill_retry");
            retry.setLong(1, id);
            try (ResultSet queue = retry.executeQuery()) {
                return queue.next() ? Optional.of(queue.getString(1)) : Optional.empty();
            } catch (SQLException e) {
                if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
                    throw e;
                }
                savepoint.execute("rollback to savepoint rowmill_retry");
                return Optional.empty();
            }
        }
    }
}
