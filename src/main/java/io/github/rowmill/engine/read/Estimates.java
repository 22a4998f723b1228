package io.github.rowmill.engine.read;

import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Estimates the number of rows of a query by PostgreSQL's planner, from its statistics and the table's size. It
 * reads no rows.
 */
final class Estimates {

    private static final Pattern ROWS = Pattern.compile("rows=(\\d+)");

    private Estimates() {}

    static long of(Sql sql, String query, Object... parameters) throws SQLException {
        String plan = sql.first("explain " + query, row -> row.getString(1), parameters)
                .orElseThrow();
        Matcher rows = ROWS.matcher(plan);
        return rows.find() ? Long.parseLong(rows.group(1)) : 0;
    }
}
