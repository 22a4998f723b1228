package io.github.rowmill.feature.job;

import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.end.Repair;
import io.github.rowmill.feature.job.JobParts.Running;
import io.github.rowmill.feature.job.Part.Outcome;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.JDBCException;

/**
 * Runs an action on rows that this transaction has locked. If the database refuses a row, the action still applies
 * to the others.
 */
final class BulkStatements {

    private BulkStatements() {}

    /**
     * Runs the action of a job on tasks, and adds them to the outcome. Tasks that the database refuses are skipped, and
     * those that wait for another transaction are left.
     */
    static void run(Sql sql, Running job, List<Long> ids, Outcome outcome) throws SQLException {
        try {
            outcome.changed().addAll(safely(sql, job, ids));
            return;
        } catch (SQLException e) {
            JDBCException refused = Sql.failure(e);
            boolean isLocked = Refusal.isOfALock(refused);
            if (!isLocked && !Refusal.mayBeOfOneRow(refused)) {
                throw e;
            }
            if (ids.size() == 1) {
                outcome.locked().addAll(isLocked ? ids : List.of());
                return;
            }
        }
        run(sql, job, ids.subList(0, ids.size() / 2), outcome);
        run(sql, job, ids.subList(ids.size() / 2, ids.size()), outcome);
    }

    private static List<ChangedTask> safely(Sql sql, Running job, List<Long> ids) throws SQLException {
        long[] some = ids.stream().mapToLong(id -> id).toArray();
        Repair repair = new Repair(null, job.attempts(), null);
        sql.run("savepoint rowmill_bulk");
        try {
            return sql.all(
                    job.action().statement(),
                    row -> new ChangedTask(row.getLong("id"), row.getString("queue"), row.getBoolean("watched")),
                    job.action() == BulkAction.RETRY ? repair.parameters(job.spread(), some) : new Object[] {some});
        } catch (SQLException e) {
            sql.run("rollback to savepoint rowmill_bulk");
            throw e;
        }
    }
}
