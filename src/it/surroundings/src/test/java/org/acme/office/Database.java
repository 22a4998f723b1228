package org.acme.office;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** Starts a PostgreSQL with two databases: the office's, and {@code archive}, in which a tenant has a schema. */
public class Database implements QuarkusTestResourceLifecycleManager {

    private EmbeddedPostgres server;

    @Override
    public Map<String, String> start() {
        try {
            server = EmbeddedPostgres.builder()
                    .setServerConfig("max_prepared_transactions", "20")
                    .start();
            create();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Map.of(
                "quarkus.datasource.jdbc.url",
                server.getJdbcUrl("postgres", "postgres"),
                "office.archive.url",
                server.getJdbcUrl("postgres", "archive"));
    }

    private void create() throws SQLException {
        execute("postgres", "create database archive");
        execute("archive", """
                create table archive_box (
                    id   bigint generated always as identity primary key,
                    text text not null check (text <> 'unwanted')
                )
                """);
        execute("archive", "create schema acme");
        execute("archive", "create table acme.archive_box (like archive_box including all)");
    }

    private void execute(String database, String sql) throws SQLException {
        try (Connection connection = server.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
