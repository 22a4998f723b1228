package io.github.rowmill.engine.store.schema;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.engine.store.sql.Refusal;
import jakarta.inject.Singleton;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.hibernate.JDBCException;

/**
 * Creates and upgrades Rowmill's tables at start, separately from the application's own migrations. It uses its
 * own location and its own history table. Nodes that start together wait for each other.
 */
@Singleton
public class Migrations {

    private static final String HISTORY = "rowmill_schema_history";

    private final AgroalDataSource database;
    private final SchemaState state;
    private final Mapping mapping;

    Migrations(AgroalDataSource database, SchemaState state, Mapping mapping) {
        this.database = database;
        this.state = state;
        this.mapping = mapping;
    }

    /**
     * Creates or upgrades the tables. Throws an exception if Rowmill cannot work with the database. The platform
     * then starts the node again, and an operator sees the reason.
     */
    public void migrate() {
        prepare(() -> flyway().migrate());
    }

    /**
     * Checks the database and the version of the tables, and changes nothing. Throws an exception if Rowmill
     * cannot work with the database, or if the tables are missing or have an unsuitable version.
     */
    public void require() {
        prepare(() -> state.problem().ifPresent(problem -> {
            throw new IllegalStateException(
                    "Rowmill cannot work with the database of quarkus.datasource: %s; the command migrate, or the start of a node, upgrades the tables"
                            .formatted(problem));
        }));
    }

    private void prepare(Runnable tables) {
        try {
            state.problemBeforeMigration().ifPresent(problem -> {
                throw new IllegalStateException(
                        "Rowmill cannot work with the database of quarkus.datasource: " + problem);
            });
            mapping.problem().ifPresent(problem -> {
                throw new IllegalStateException("Rowmill cannot work with this application: " + problem);
            });
            tables.run();
        } catch (FlywayValidateException e) {
            throw refused(
                    "Rowmill's tables were not created by the migrations of this version: the records in rowmill_schema_history differ from them. Restore both from a backup, or, if only the record was changed, correct it by hand",
                    e);
        } catch (JDBCException e) {
            throw unreached(e.getSQLException(), e);
        } catch (FlywayException e) {
            if (Refusal.isOutage(e)) {
                throw unreached(e, e);
            }
            throw refused(
                    "Rowmill's tables cannot be upgraded to version %s; start a node once as a user who may create tables in the schema"
                            .formatted(MigrationFiles.LATEST),
                    e);
        }
    }

    private static IllegalStateException unreached(Exception reason, Exception why) {
        return new IllegalStateException(
                "the database of quarkus.datasource cannot be reached: " + reason.getMessage(), why);
    }

    private static IllegalStateException refused(String problem, FlywayException why) {
        return new IllegalStateException("%s: %s".formatted(problem, why.getMessage()), why);
    }

    private Flyway flyway() {
        return Flyway.configure()
                .dataSource(database)
                .resourceProvider(new MigrationFiles())
                .javaMigrationClassProvider(List::of)
                .ignoreMigrationPatterns("*:future", "repeatable:missing")
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
    }
}
