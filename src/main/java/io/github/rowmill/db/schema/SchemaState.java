package io.github.rowmill.db.schema;

import io.github.rowmill.db.ProbeDatabase;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.flywaydb.core.api.MigrationVersion;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/** The state of the database, as far as a node depends on it. */
@Singleton
public class SchemaState {

    /** Time for which a probe returns the result of the last one. */
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final ProbeDatabase database;
    private final Ticker ticker;
    private @Nullable String lastRead;
    private boolean wasRead;
    private long readAt;

    SchemaState(ProbeDatabase database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
    }

    /**
     * Returns the problem that keeps this node from working with the database, or empty if there is none. Reads
     * the database, unless the last result is fresh. Concurrent callers wait for one result.
     */
    public synchronized Optional<String> problem() {
        if (!wasRead || ticker.since(readAt).compareTo(FRESH) > 0) {
            lastRead = readProblem().orElse(null);
            wasRead = true;
            readAt = ticker.nanos();
        }
        return Optional.ofNullable(lastRead);
    }

    private Optional<String> readProblem() {
        try {
            Settings settings = read();
            return settings.problem().or(settings::tooOld);
        } catch (JDBCException e) {
            return Optional.of("it is unreachable, SQL state " + e.getSQLState());
        }
    }

    /** Returns the problem before the tables are created or upgraded, or empty if there is none. */
    Optional<String> problemBeforeMigration() {
        return read().problem().or(this::noSchema).or(this::secondSet);
    }

    private static final String NO_SCHEMA = """
            select current_schema() is null
            """;

    private Optional<String> noSchema() {
        boolean none = database.statement(
                sql -> sql.first(NO_SCHEMA, row -> row.getBoolean(1)).orElseThrow());
        return none
                ? Optional.of(
                        "there is no schema for Rowmill's tables: create the schema that currentSchema in quarkus.datasource.jdbc.url or the user's search_path names, and grant usage on it to the user")
                : Optional.empty();
    }

    /**
     * Has a row if tables would be made in this schema, though another has some that this user reads, and it is either on
     * the search path, too, or none was chosen for these connections, their user or their database.
     */
    private static final String ELSEWHERE = """
            select current_schema(), n.nspname
              from pg_class c
              join pg_namespace n on n.oid = c.relnamespace
             where c.relname = 'rowmill_schema_history'
               and to_regclass(quote_ident(current_schema()) || '.rowmill_schema_history') is null
               and has_schema_privilege(n.oid, 'usage')
               and has_table_privilege(c.oid, 'select')
               and (n.nspname = any (current_schemas(false))
                    or (select source
                          from pg_settings
                         where name = 'search_path') in ('default', 'configuration file', 'command line'))
             order by n.nspname
             limit 1
            """;

    private Optional<String> secondSet() {
        return database.statement(sql -> sql.first(
                ELSEWHERE,
                row ->
                        "its schema %s has none of Rowmill's tables, and its schema %s has: name the schema that is meant by currentSchema=… in quarkus.datasource.jdbc.url, %2$s to work on, or %1$s for tables of its own"
                                .formatted(row.getString(1), row.getString(2))));
    }

    private static final String SETTINGS = """
            select current_setting('transaction_read_only') = 'on' as read_only,
                   current_setting('transaction_isolation') as isolation,
                   current_setting('server_encoding') as encoding
            """;

    private static final String VERSIONED = """
            select to_regclass('rowmill_schema_history') is not null
            """;

    /**
     * Reads the version. Repeatable migrations have no version, and foreign entries may have versions of another
     * form.
     */
    private static final String VERSION = """
            select version
              from rowmill_schema_history
             where success
               and version ~ '^[0-9]+([.][0-9]+)*$'
             order by installed_rank desc
             limit 1
            """;

    /** Reads the script that created the tables. A baseline has no script of its own. */
    private static final String FIRST_SCRIPT = """
            select script
              from rowmill_schema_history
             where success
               and type = 'SQL'
               and version ~ '^[0-9]+([.][0-9]+)*$'
             order by installed_rank
             limit 1
            """;

    /** Returns the version of the tables, or 0 if there are none. */
    public String version() {
        return read().version().toString();
    }

    private Settings read() {
        return database.statement(sql -> {
            boolean versioned = sql.first(VERSIONED, row -> row.getBoolean(1)).orElseThrow();
            String version =
                    versioned ? sql.first(VERSION, row -> row.getString(1)).orElse("0") : "0";
            String script = versioned
                    ? sql.first(FIRST_SCRIPT, row -> row.getString(1)).orElse(MigrationFiles.FIRST)
                    : MigrationFiles.FIRST;
            return sql.first(
                            SETTINGS,
                            row -> new Settings(
                                    row.getBoolean("read_only"),
                                    row.getString("isolation"),
                                    row.getString("encoding"),
                                    MigrationVersion.fromVersion(version),
                                    script.equals(MigrationFiles.FIRST)))
                    .orElseThrow();
        });
    }

    /** @param released whether the tables were created by a released version, or do not exist yet */
    private record Settings(
            boolean readOnly, String isolation, String encoding, MigrationVersion version, boolean released) {

        Optional<String> problem() {
            if (readOnly) {
                return Optional.of(
                        "it is read-only, because it is a standby or default_transaction_read_only is on; name the primary in quarkus.datasource.jdbc.url");
            }
            if (!isolation.equals("read committed")) {
                return Optional.of(
                        "its transaction isolation is %s, and claims need READ COMMITTED; remove quarkus.datasource.jdbc.transaction-isolation-level and default_transaction_isolation"
                                .formatted(isolation));
            }
            if (!encoding.equals("UTF8")) {
                return Optional.of(
                        "its encoding is %s, and tasks need UTF8; move the data to a database that was created with encoding 'UTF8'"
                                .formatted(encoding));
            }
            return tooNew().or(this::unreleased);
        }

        /**
         * Returns a problem if the schema has a later major version. A later minor version only adds: nodes of
         * this version work with it, as in a rolling upgrade.
         */
        private Optional<String> tooNew() {
            return version.getMajor().compareTo(MigrationFiles.LATEST.getMajor()) > 0
                    ? Optional.of("its schema has version %s, and this node works with %s; upgrade the application"
                            .formatted(version, MigrationFiles.LATEST))
                    : Optional.empty();
        }

        /** Returns a problem if the tables are those of a version before the first release, of whatever number. */
        private Optional<String> unreleased() {
            return released
                    ? Optional.empty()
                    : Optional.of(
                            "its schema has version %s from before the first release, which no release can upgrade; name an empty database in quarkus.datasource.jdbc.url, or drop the tables whose names begin with rowmill_, with all their tasks"
                                    .formatted(version));
        }

        Optional<String> tooOld() {
            return version.compareTo(MigrationFiles.LATEST) < 0
                    ? Optional.of("its schema has version %s, and this node needs %s"
                            .formatted(version, MigrationFiles.LATEST))
                    : Optional.empty();
        }
    }
}
