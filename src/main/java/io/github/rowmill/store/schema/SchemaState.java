package io.github.rowmill.store.schema;

import io.github.rowmill.store.loop.LoopDatabase;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.flywaydb.core.api.MigrationVersion;
import org.hibernate.JDBCException;

/** What the database is like, as far as a node depends on it. */
@Singleton
public class SchemaState {

    private final LoopDatabase database;

    SchemaState(LoopDatabase database) {
        this.database = database;
    }

    /** What keeps this node from working with the database; empty: nothing. Asks the database. */
    public Optional<String> problem() {
        try {
            Settings settings = read();
            return settings.problem().or(settings::tooOld);
        } catch (JDBCException e) {
            return Optional.of("it is unreachable, SQL state " + e.getSQLState());
        }
    }

    /** The same before the tables are made or upgraded. */
    Optional<String> problemBeforeMigration() {
        return read().problem();
    }

    private static final String SETTINGS = """
            select current_setting('transaction_read_only') = 'on',
                   current_setting('transaction_isolation')
            """;

    private static final String VERSIONED = """
            select to_regclass('rowmill_schema_history') is not null
            """;

    private static final String VERSION = """
            select version
              from rowmill_schema_history
             where success
             order by installed_rank desc
             limit 1
            """;

    private Settings read() {
        return database.statement(sql -> {
            boolean versioned = sql.first(VERSIONED, row -> row.getBoolean(1)).orElseThrow();
            String version =
                    versioned ? sql.first(VERSION, row -> row.getString(1)).orElse("0") : "0";
            return sql.first(
                            SETTINGS,
                            row -> new Settings(
                                    row.getBoolean(1), row.getString(2), MigrationVersion.fromVersion(version)))
                    .orElseThrow();
        });
    }

    private record Settings(boolean readOnly, String isolation, MigrationVersion version) {

        Optional<String> problem() {
            if (readOnly) {
                return Optional.of(
                        "it is read-only, a standby or by default_transaction_read_only; name the primary in quarkus.datasource.jdbc.url");
            }
            if (!isolation.equals("read committed")) {
                return Optional.of(
                        "its transaction isolation is %s, and only under READ COMMITTED may a claim skip locked rows; remove quarkus.datasource.jdbc.transaction-isolation-level and default_transaction_isolation"
                                .formatted(isolation));
            }
            return tooNew();
        }

        /** A later minor version only adds: nodes of this one work beside it, as in a rolling upgrade. A later major one does not. */
        private Optional<String> tooNew() {
            return version.getMajor().compareTo(MigrationFiles.LATEST.getMajor()) > 0
                    ? Optional.of("its schema has version %s, and this node works with %s; upgrade the application"
                            .formatted(version, MigrationFiles.LATEST))
                    : Optional.empty();
        }

        Optional<String> tooOld() {
            return version.compareTo(MigrationFiles.LATEST) < 0
                    ? Optional.of("its schema has version %s, and this node needs %s"
                            .formatted(version, MigrationFiles.LATEST))
                    : Optional.empty();
        }
    }
}
