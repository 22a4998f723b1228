package org.acme.vault;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.quartz.impl.jdbcjobstore.Constants;

/** Starts the PostgreSQL of the tests. It has the tables of Quartz, but none of the application or of Rowmill. */
public class Database implements QuarkusTestResourceLifecycleManager {

    private EmbeddedPostgres server;

    @Override
    public Map<String, String> start() {
        try {
            server = EmbeddedPostgres.start();
            makeTablesOfQuartz();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("quarkus.datasource.jdbc.url", server.getJdbcUrl("postgres", "postgres"));
    }

    private void makeTablesOfQuartz() throws IOException {
        try (InputStream script = Constants.class.getResourceAsStream("tables_postgres.sql");
                Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create schema quartz; set search_path to quartz");
            statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
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
