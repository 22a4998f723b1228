package io.github.rowmill.engine.bulk;

import io.github.rowmill.engine.bulk.Part.Changed;
import io.github.rowmill.engine.store.AdminVerbs;
import io.github.rowmill.engine.store.Repair;
import io.github.rowmill.engine.store.sql.Refusal;
import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.JDBCException;

/** The actions on rows that this transaction has locked. What the database refuses of one row is done to the others. */
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
     * Those that it was done to.
     *
     * @param repair what a retry changes besides
     * @param spread seconds within which those that are retried are due again
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
                    row -> new Changed(row.getLong("id"), row.getString("queue")),
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
