package io.github.rowmill.engine;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table as anyone with SQL sees it, on connections outside the engine's transactions. */
@ApplicationScoped
public class Rows {

    private final AgroalDataSource database;

    Rows(AgroalDataSource database) {
        this.database = database;
    }

    /** A connection of one's own; close it. */
    public Connection connect() throws SQLException {
        return database.getConnection();
    }

    public void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public String text(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public long number(String sql) {
        return Long.parseLong(text(sql));
    }

    /** One column of one task. */
    public String of(long id, String column) {
        return text("select %s from rowmill_task where id = %d".formatted(column, id));
    }

    public void clear() {
        execute("delete from rowmill_task; delete from sample_event");
    }
}
