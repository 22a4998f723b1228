package io.github.rowmill.cluster;

import io.github.rowmill.engine.TaskRow;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A separate PostgreSQL server for processes of the packaged application, with methods that query it. */
final class Database implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final String name;

    private Database(EmbeddedPostgres server, String name) {
        this.server = server;
        this.name = name;
    }

    static Database start() throws IOException {
        return new Database(
                EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .start(),
                "postgres");
    }

    /** Creates an empty database on the same server. It ends with the server. */
    Database another(String name) {
        execute("create database " + name);
        return new Database(server, name);
    }

    /** Creates a copy of this database. No session may use this database at that moment. */
    Database copy(String copy) {
        try (Connection connection = server.getDatabase("postgres", "template1").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database %s template %s".formatted(copy, name));
        } catch (SQLException e) {
            throw new IllegalStateException(copy, e);
        }
        return new Database(server, copy);
    }

    String url() {
        return urlBy(port());
    }

    /** Returns the URL of this database by a port, for example the port of a proxy. */
    String urlBy(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=postgres";
    }

    int port() {
        return server.getPort();
    }

    void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long number(String sql) {
        return new BigDecimal(text(sql)).longValue();
    }

    String text(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    Connection connect() throws SQLException {
        return server.getDatabase("postgres", name).getConnection();
    }

    /** Makes the handlers of events wait until the transaction of the returned connection ends. */
    Connection lockEvents() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("lock table sample_event in exclusive mode");
        }
        return connection;
    }

    /** Enqueues sample events by SQL. */
    void enqueueEvents(int tasks) {
        execute(TaskRow.of("event")
                .set("details", "jsonb_build_object('account', 'a' || g % 10, 'name', 'page-view', 'n', g)")
                .sql(tasks));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
