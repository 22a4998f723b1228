package io.github.rowmill.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Shows the plan that a connection makes for an empty table, and keeps when a flood has come in. */
public final class KeptPlan {

    private KeptPlan() {}

    /**
     * Returns the plan of a statement that was prepared when the table was empty and had just been analysed.
     *
     * @param types the types of the statement's parameters
     * @param parameters the values with which it is executed
     * @param scans {@code off} for a plan as statements by index have it, otherwise {@code on}
     */
    public static String of(Connection connection, String sql, String types, String parameters, String scans)
            throws SQLException {
        String numbered = sql;
        for (int i = 1; numbered.contains("?"); i++) {
            numbered = numbered.replaceFirst("\\?", "\\$" + i);
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("create temp table rowmill_task (like rowmill_task including all) on commit drop");
            statement.execute("analyze rowmill_task");
            statement.execute("set local plan_cache_mode = force_generic_plan; set local enable_seqscan = " + scans);
            statement.execute("prepare planned (%s) as %s".formatted(types, numbered));
            statement.execute("execute planned (%s)".formatted(parameters));
            statement.execute(TaskRow.of("noop").sql(1000));
            String plan = plan(statement.executeQuery("explain execute planned (%s)".formatted(parameters)));
            statement.execute("deallocate planned");
            return plan;
        } finally {
            connection.rollback();
        }
    }

    private static String plan(ResultSet rows) throws SQLException {
        List<String> lines = new ArrayList<>();
        while (rows.next()) {
            lines.add(rows.getString(1));
        }
        return String.join("\n", lines);
    }
}
