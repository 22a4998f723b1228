package io.github.rowmill.feature.job;

import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.end.AdminVerbs;
import io.github.rowmill.engine.store.end.Repair;
import io.github.rowmill.feature.job.Part.Changed;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.JDBCException;

/**
 * Runs an action on rows that this transaction has locked. If the database refuses a row, the action still applies
 * to the others.
 */
final class BulkStatements {

    private BulkStatements() {}

    private static String statement(BulkAction action) {
        return switch (action) {
            case CANCEL -> AdminVerbs.CANCEL;
            case RETRY -> AdminVerbs.RETRY;
            case DELETE -> AdminVerbs.DELETE;
        };
    }

    /**
     * Runs an action on tasks.
     *
     * @param repair what a retry also changes
     * @param spread seconds within which retried tasks become due again
     * @return the tasks that were changed
     */
    static List<Changed> run(Sql sql, BulkAction action, Repair repair, double spread, List<Long> ids)
            throws SQLException {
        try {
            return savely(sql, action, repair, spread, ids);
        } catch (SQLException e) {
            if (!isOfOneRow(e)) {
                throw e;
            }
        }
        if (ids.size() == 1) {
            return List.of();
        }
        List<Changed> changed = new ArrayList<>(run(sql, action, repair, spread, ids.subList(0, ids.size() / 2)));
        changed.addAll(run(sql, action, repair, spread, ids.subList(ids.size() / 2, ids.size())));
        return changed;
    }

    private static List<Changed> savely(Sql sql, BulkAction action, Repair repair, double spread, List<Long> ids)
            throws SQLException {
        long[] some = ids.stream().mapToLong(id -> id).toArray();
        sql.run("savepoint rowmill_bulk");
        try {
            return sql.all(
                    statement(action),
                    row -> new Changed(row.getLong("id"), row.getString("queue"), row.getBoolean("watched")),
                    action == BulkAction.RETRY ? repair.parameters(spread, some) : new Object[] {some});
        } catch (SQLException e) {
            sql.run("rollback to savepoint rowmill_bulk");
            throw e;
        }
    }

    private static boolean isOfOneRow(SQLException e) {
        JDBCException refused = Sql.failure(e);
        return Refusal.mayBeOfOneRow(refused);
    }
}
