package io.github.rowmill.chaos.site;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The database as the harness sees it. Each query has a new connection that bypasses all proxies. It is writable even
 * when no other is.
 */
public final class Sql {

    /** Name of the harness's own connections, which faults spare. */
    public static final String HARNESS = "chaos";

    private final String url;

    /** @param port the port of the server on this machine */
    public Sql(int port) {
        this.url = "jdbc:postgresql://127.0.0.1:" + port
                + "/postgres?user=postgres&connectTimeout=5&options=-c%20default_transaction_read_only=off&ApplicationName=";
    }

    /** Opens a connection of the harness. */
    public Connection connect() throws SQLException {
        return connectAs(HARNESS);
    }

    /** Opens a connection that faults do not spare. */
    public Connection connectAs(String name) throws SQLException {
        return DriverManager.getConnection(url + name);
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Enqueues a task, and waits at most {@code patience} for the answer. */
    public void insertWithin(Duration patience) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url + HARNESS + "&socketTimeout=" + patience.toSeconds());
                Statement statement = connection.createStatement()) {
            statement.execute("insert into rowmill_task (type) values ('noop')");
        }
    }

    /** Returns the first column of the first row as a number, or 0 for null. */
    public long number(String sql) throws SQLException {
        return (long) Double.parseDouble(rows(sql, 1).get(0).get(0));
    }

    /** Returns at most {@code limit} rows as text, with {@code "0"} for null. */
    public List<List<String>> rows(String sql, int limit) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(limit);
            try (ResultSet result = statement.executeQuery(sql)) {
                return read(result);
            }
        }
    }

    private static List<List<String>> read(ResultSet result) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                String value = result.getString(column);
                row.add(value == null ? "0" : value);
            }
            rows.add(row);
        }
        return rows;
    }
}
