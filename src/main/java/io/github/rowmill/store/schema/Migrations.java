package io.github.rowmill.store.schema;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.flywaydb.core.Flyway;

/**
 * Creates and upgrades Rowmill's tables at start, beside whatever migrations the application has: own location, own
 * history table. Nodes that start together wait for each other.
 */
@Singleton
public class Migrations {

    /** Before everything that reads the tables. */
    public static final int PRIORITY = 100;

    private static final String HISTORY = "rowmill_schema_history";

    private final AgroalDataSource database;

    Migrations(AgroalDataSource database) {
        this.database = database;
    }

    void atStart(@Observes @Priority(PRIORITY) StartupEvent start) {
        checkIsolation();
        flyway().migrate();
    }

    private void checkIsolation() {
        try (Connection connection = database.getConnection()) {
            if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
                throw new IllegalStateException(
                        "the default transaction isolation is not READ COMMITTED, under which alone a claim may skip locked rows; remove quarkus.datasource.jdbc.transaction-isolation-level and default_transaction_isolation");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the database of quarkus.datasource cannot be reached: " + e.getMessage(), e);
        }
    }

    private static final String VERSION = """
            select version
              from rowmill_schema_history
             where success
             order by installed_rank desc
             limit 1
            """;

    /** What keeps this node from working with the database; empty: nothing. A schema newer than this node's will do. */
    public Optional<String> problem() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(VERSION)) {
            int version = rows.next() ? Integer.parseInt(rows.getString(1)) : 0;
            return version >= MigrationFiles.LATEST
                    ? Optional.empty()
                    : Optional.of("schema version is %d, needed is %d".formatted(version, MigrationFiles.LATEST));
        } catch (SQLException e) {
            return Optional.of("unreachable, SQL state " + e.getSQLState());
        }
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(database)
                .resourceProvider(new MigrationFiles())
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
    }
}
