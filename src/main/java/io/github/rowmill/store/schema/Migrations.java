package io.github.rowmill.store.schema;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

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

    /** Whether the tables are those that this version of Rowmill made or would make. */
    public boolean isCurrent() {
        MigrationInfo current = flyway().info().current();
        return current != null && flyway().info().pending().length == 0;
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
