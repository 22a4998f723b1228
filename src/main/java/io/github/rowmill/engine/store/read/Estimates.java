package io.github.rowmill.engine.store.read;

import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many rows PostgreSQL's planner thinks that a query has, by its statistics and the table's size: it reads none of them. */
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
