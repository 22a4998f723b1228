package io.github.rowmill.store.schema;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.hibernate.JDBCException;

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
    private final SchemaState state;

    Migrations(AgroalDataSource database, SchemaState state) {
        this.database = database;
        this.state = state;
    }

    /** Refuses a database that Rowmill cannot work with: the platform starts the node again, and an operator sees why. */
    void atStart(@Observes @Priority(PRIORITY) StartupEvent start) {
        try {
            state.problemBeforeMigration().ifPresent(problem -> {
                throw new IllegalStateException(
                        "Rowmill cannot work with the database of quarkus.datasource: " + problem);
            });
            flyway().migrate();
        } catch (JDBCException e) {
            throw new IllegalStateException(
                    "the database of quarkus.datasource cannot be reached: "
                            + e.getSQLException().getMessage(),
                    e);
        } catch (FlywayException e) {
            throw new IllegalStateException(
                    "Rowmill's tables cannot be brought to version %s; let a user who may create tables in the schema start a node once: %s"
                            .formatted(MigrationFiles.LATEST, e.getMessage()),
                    e);
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
