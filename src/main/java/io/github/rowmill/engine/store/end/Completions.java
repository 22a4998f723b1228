package io.github.rowmill.engine.store.end;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.hibernate.JDBCException;

/**
 * Writes the verdict of an attempt that succeeded: completes the task, or deletes it if completed tasks are not
 * kept.
 */
@ApplicationScoped
public class Completions {

    private final JoinedDatabase joined;
    private final EngineDatabase database;
    private final boolean kept;
    private final String complete;
    private final String completeAndCommit;

    Completions(JoinedDatabase joined, EngineDatabase database, RowmillConfig config) {
        this.joined = joined;
        this.database = database;
        this.kept = !config.retention().completed().isZero();
        String verdict = kept ? COMPLETE : DELETE;
        this.complete = verdict + BRIEFLY;
        this.completeAndCommit = "with done as (" + verdict + AND_COMMIT;
    }

    private static final String COMPLETE = """
            update rowmill_task
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   error = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = ?
               and version = ?
               and operator_id = ?
            """;

    private static final String DELETE = """
            delete from rowmill_task
             where id = ?
               and version = ?
               and operator_id = ?
            """;

    // Only the commit is to follow. If this node is cut off before it, the server ends the transaction. Otherwise
    // the row would stay locked until the dead connection is detected.
    private static final String BRIEFLY = """
            returning set_config('idle_in_transaction_session_timeout', '30s', true)
            """;

    private static final String AND_BRIEFLY = """
            , set_config('idle_in_transaction_session_timeout', '30s', true)
            """;

    private static final String NOT_HELD = "rowmill: the lease is not held any more";

    // If no row was written, the first statement fails, and the server skips the commit.
    private static final String AND_COMMIT = """
            returning id)
            select cast(case count(*) when 1 then '1' else '""" + NOT_HELD + """
            ' end as int)
              from done;
            commit
            """;

    /**
     * Completes one task in the caller's transaction, or in its own without one. Waits if another transaction
     * holds the row.
     *
     * @param commits called when the transaction has its connection; returns whether the server shall commit the
     *     transaction in the same round trip
     * @return false if the lease is no longer held; then nothing was written
     */
    public boolean completeIfHeld(Claimant holder, Lease lease, BooleanSupplier commits) {
        try {
            return joined.statement(sql -> {
                String statement = commits.getAsBoolean() ? completeAndCommit : complete;
                return sql.first(statement, row -> true, lease.id(), lease.version(), holder.name())
                        .isPresent();
            });
        } catch (JDBCException e) {
            if (!Refusal.reason(e).contains(NOT_HELD)) {
                throw e;
            }
            return false;
        }
    }

    // There is no condition on the status: it would make the planner scan the partial index of executing rows,
    // including its dead entries. The lease implies the status.
    static final String COMPLETE_ALL = Leases.HELD + """
            update rowmill_task t
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   error = null,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.ctid = any(array(select ctid from held))
            returning t.id, t.version - 1
            """;

    private static final String DELETE_ALL = Leases.HELD_TO_DELETE + """
            delete from rowmill_task t
             where t.ctid = any(array(select ctid from held))
            returning t.id, t.version
            """;

    /**
     * Completes many tasks in one statement, and skips rows that another transaction holds.
     *
     * @return the leases of the completed tasks; the caller must read the state of the others
     */
    public Set<Lease> completeAll(Claimant holder, Collection<Lease> leases) {
        String statement = kept ? COMPLETE_ALL : DELETE_ALL;
        return Set.copyOf(database.statement(sql -> sql.byIndex()
                .all(statement, Leases::lease, Leases.ids(leases), Leases.versions(leases), holder.name())));
    }

    /**
     * Completes many tasks in the caller's transaction, and skips rows that another transaction holds. The server
     * ends the transaction if its commit does not follow within 30 s.
     *
     * @return the leases of the completed tasks; the caller must read the state of the others
     */
    public Set<Lease> completeAllIfHeld(Claimant holder, Collection<Lease> leases) {
        String statement = (kept ? COMPLETE_ALL : DELETE_ALL) + AND_BRIEFLY;
        return Set.copyOf(joined.statement(sql -> sql.byIndex()
                .all(statement, Leases::lease, Leases.ids(leases), Leases.versions(leases), holder.name())));
    }
}
