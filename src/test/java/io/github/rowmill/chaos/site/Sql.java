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
 * The database as the harness sees it, on a fresh connection for each question: past every proxy, and writable while
 * nothing else is.
 */
public final class Sql {

    /** By this name the harness spares its own connections. */
    public static final String HARNESS = "chaos";

    private final String url;

    /** The database of the server on this port. */
    public Sql(int port) {
        this.url = "jdbc:postgresql://127.0.0.1:" + port
                + "/postgres?user=postgres&connectTimeout=5&options=-c%20default_transaction_read_only=off&ApplicationName=";
    }

    /** A connection of the harness. */
    public Connection connect() throws SQLException {
        return connectAs(HARNESS);
    }

    /** A connection that shares the fate of all others. */
    public Connection connectAs(String name) throws SQLException {
        return DriverManager.getConnection(url + name);
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Enqueues a task, and waits so long for the answer. */
    public void insertWithin(Duration patience) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url + HARNESS + "&socketTimeout=" + patience.toSeconds());
                Statement statement = connection.createStatement()) {
            statement.execute("insert into rowmill_task (type) values ('noop')");
        }
    }

    /** The first column of the first row, as a number; null is 0. */
    public long number(String sql) throws SQLException {
        return (long) Double.parseDouble(rows(sql, 1).get(0).get(0));
    }

    /** At most so many rows, as text; null is {@code "0"}. */
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
