package io.github.rowmill.db.schema;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.db.MigrationDatabase;
import io.github.rowmill.db.Refusal;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/** Makes or upgrades Rowmill's tables by a Flyway of their own: own location, own history table. Needs no Hibernate. */
@Singleton
class TableMigration {

    private static final String HISTORY = "rowmill_schema_history";

    private final MigrationDatabase database;
    private final SchemaState state;
    private final TenantUnits tenants;
    private @Nullable String before;

    TableMigration(MigrationDatabase database, SchemaState state, TenantUnits tenants) {
        this.database = database;
        this.state = state;
        this.tenants = tenants;
    }

    /** Refuses a database, or tenants, that Rowmill cannot work with; changes nothing. */
    void check() {
        refusal().ifPresent(refusal -> {
            throw new IllegalStateException(refusal);
        });
    }

    /** Refuses the same at a start. The platform writes this exception as a sentence, without a stack trace. */
    void checkStart() {
        refusal().ifPresent(refusal -> {
            throw new ConfigurationException(refusal);
        });
    }

    private Optional<String> refusal() {
        return reach(state::problemBeforeMigration)
                .map(problem -> "Rowmill cannot work with the database of quarkus.datasource: " + problem)
                .or(() -> tenants.problem().map(problem -> "Rowmill cannot work with this application: " + problem));
    }

    /** Refuses the same, and brings the tables to this version, unless this process has, and they are still there. */
    synchronized void migrate() {
        checkStart();
        String version = reach(state::version);
        if (before != null && version.equals(MigrationFiles.LATEST.toString())) {
            return;
        }
        migrateByFlyway();
        before = before == null ? version : before;
    }

    /** The version of the tables before this process migrated them, if it did. */
    synchronized String versionBefore() {
        return before == null ? reach(state::version) : before;
    }

    private void migrateByFlyway() {
        try {
            database.connect(pool -> flyway(pool).migrate());
        } catch (FlywayValidateException e) {
            throw refused(
                    "Rowmill's tables were not created by the migrations of this version: the records in rowmill_schema_history differ from them. Restore both from a backup, or, if only the record was changed, correct it by hand",
                    e);
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

    /** Reads from the database; if it does not answer, that is named as the cause. */
    static <T> T reach(Supplier<T> read) {
        try {
            return read.get();
        } catch (JDBCException e) {
            throw unreached(e.getSQLException(), e);
        }
    }

    private static IllegalStateException unreached(Exception reason, Exception why) {
        return new IllegalStateException(
                "the database of quarkus.datasource cannot be reached: " + reason.getMessage(), why);
    }

    private static IllegalStateException refused(String problem, FlywayException why) {
        return new IllegalStateException("%s: %s".formatted(problem, why.getMessage()), why);
    }

    private static Flyway flyway(AgroalDataSource pool) {
        return Flyway.configure()
                .dataSource(pool)
                .resourceProvider(new MigrationFiles())
                .javaMigrationClassProvider(List::of)
                .ignoreMigrationPatterns("*:future", "repeatable:missing")
                .table(HISTORY)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
    }
}
