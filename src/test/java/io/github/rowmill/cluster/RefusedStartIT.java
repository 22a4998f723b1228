package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a node does not start with a database or settings that it cannot work with, and logs the reason. */
class RefusedStartIT {

    private static Database database;
    private static String version;

    @BeforeAll
    static void migrate() throws IOException {
        database = Database.start();
        Node.start("migrator", database).awaitReady().close();
        version = database.text("select version from rowmill_schema_history order by installed_rank desc limit 1");
    }

    @AfterAll
    static void stop() throws IOException {
        database.close();
    }

    @ParameterizedTest
    @CsvSource({
        "default_transaction_read_only=on, it is read-only",
        "default_transaction_isolation=serializable, its transaction isolation is serializable",
        "default_transaction_isolation=repeatable\\ read, its transaction isolation is repeatable read"
    })
    void aSessionThatCannotClaimIsRefused(String setting, String message) throws IOException {
        String url = database.url() + "&options=-c%20" + setting.replace("\\ ", "%5C%20");

        assertThat(refusal("quarkus.datasource.jdbc.url=" + url)).contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LATIN1", "SQL_ASCII"})
    void aDatabaseThatCannotHoldEveryTextIsRefused(String encoding) throws IOException {
        database.execute("create database %s encoding '%s' template template0 lc_collate 'C' lc_ctype 'C'"
                .formatted(encoding, encoding));
        String url = database.url().replace("/postgres?", "/" + encoding.toLowerCase(Locale.ROOT) + "?");

        assertThat(refusal("quarkus.datasource.jdbc.url=" + url))
                .contains("its encoding is %s, and tasks need UTF8".formatted(encoding));
    }

    @Test
    void aSchemaOfALaterMajorVersionIsRefused() throws IOException {
        database.execute("update rowmill_schema_history set version = '2' where version = '%s'".formatted(version));
        try {
            assertThat(refusal()).contains("its schema has version 2, and this node works with " + version);
        } finally {
            database.execute("update rowmill_schema_history set version = '%s' where version = '2'".formatted(version));
        }
    }

    /** Creates the schema histories of Rowmill and its sample as versions before the first release left them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSchemaFromBeforeTheFirstReleaseIsRefused(boolean sample) throws IOException {
        String schema = "unreleased_" + sample;
        database.execute("create schema " + schema);
        for (String history : List.of("rowmill_schema_history", "flyway_schema_history")) {
            database.execute("""
                    create table %1$s.%2$s (like public.rowmill_schema_history including all);
                    insert into %1$s.%2$s
                      (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
                    values (1, '1', 'tasks', 'SQL', 'V1__tasks.sql', 1, 'someone', 1, true),
                           (2, '1.25', 'signed intervals', 'SQL', 'V1.25__signed_intervals.sql', 2, 'someone', 1, true)
                    """.formatted(schema, history));
        }

        String log = refusal(
                "quarkus.datasource.jdbc.url=" + database.url() + "&currentSchema=" + schema,
                "rowmill.sample.enabled=" + sample);

        assertThat(log)
                .contains(
                        "its schema has version 1.25 from before the first release, which no release can upgrade; name an"
                                + " empty database in quarkus.datasource.jdbc.url, or drop the tables whose names begin with rowmill_");
        assertThat(log).doesNotContain("\tat ", "Caused by");
    }

    @Test
    void aUserWithoutTheRightToCreateTablesIsRefused() throws IOException {
        database.execute("create schema closed");
        database.execute("create role stranger login");
        database.execute("grant usage on schema closed to stranger");
        String url = database.url().replace("user=postgres", "user=stranger") + "&currentSchema=closed";

        assertThat(refusal("quarkus.datasource.jdbc.url=" + url))
                .contains("tables cannot be upgraded to version %s; start a node once as a user".formatted(version));
    }

    @Test
    void aConnectionLostDuringMigrationIsNamedAsTheCause() throws IOException {
        database.execute("create schema cut_off");
        database.execute("""
                create function public.cut_off() returns event_trigger language plpgsql as $$
                begin
                    if current_schema() = 'cut_off' then
                        perform pg_terminate_backend(pg_backend_pid());
                    end if;
                end
                $$
                """);
        database.execute(
                "create event trigger cut_off on ddl_command_end when tag in ('CREATE TABLE') execute function public.cut_off()");
        try {
            assertThat(refusal("quarkus.datasource.jdbc.url=" + database.url() + "&currentSchema=cut_off"))
                    .contains("the database of quarkus.datasource cannot be reached")
                    .doesNotContain("as a user who may create tables");
        } finally {
            database.execute("drop event trigger cut_off");
        }
    }

    @Test
    void anEnabledApiNeedsAConfiguredCaller() throws IOException {
        assertThat(refusal("rowmill.access.open-to-everyone=false"))
                .contains("rowmill.api.enabled is true, and no caller is configured")
                .contains("rowmill.access.users", "rowmill.access.tokens", "rowmill.access.roles");

        try (Node node = Node.start(
                "guarded",
                database,
                "rowmill.access.open-to-everyone=false",
                "rowmill.access.roles.ops.permissions=admin")) {
            node.awaitReady();

            assertThat(node.status("/rowmill/api/tasks")).isEqualTo(401);
        }
    }

    @Test
    void anInvalidPasswordHashIsRefusedByItsKey() throws IOException {
        assertThat(refusal("rowmill.access.users.anna.password=secret", "rowmill.access.users.anna.permissions=view"))
                .contains("rowmill.access.users.anna.password must be a bcrypt hash");
    }

    @Test
    void aChangedMigrationIsNamedAsTheCauseAndNoLoopRuns() throws IOException {
        database.execute("update rowmill_schema_history set checksum = checksum + 1 where version = '1'");
        try {
            assertThat(refusal())
                    .contains("the records in rowmill_schema_history differ")
                    .contains("checksum mismatch for migration version 1")
                    .doesNotContain("quarkus-scheduler-trigger")
                    .doesNotContain("Error occurred while executing task for trigger");
        } finally {
            database.execute("update rowmill_schema_history set checksum = checksum - 1 where version = '1'");
        }
    }

    @Test
    void aForeignRepeatableMigrationInTheHistoryIsIgnored() throws IOException {
        record("null");
        try (Node node = Node.start("beside-others-" + System.nanoTime(), database)) {
            node.awaitReady();
        } finally {
            database.execute("delete from rowmill_schema_history where installed_rank = 99");
        }
    }

    @Test
    void anInvalidVersionInTheHistoryIsNamedAsTheCause() throws IOException {
        record("'someone''s'");
        try {
            assertThat(refusal())
                    .contains("Rowmill's tables cannot be upgraded to version")
                    .contains("someone's");
        } finally {
            database.execute("delete from rowmill_schema_history where installed_rank = 99");
        }
    }

    private static void record(String version) {
        database.execute("""
                insert into rowmill_schema_history
                  (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success)
                values (99, %s, 'views', 'SQL', 'R__views.sql', 1, 'someone', 1, true)
                """.formatted(version));
    }

    @Test
    void settingsOutOfTheirRangesAreRefusedByNameAllAtOnce() throws IOException {
        String refusal = refusal(
                "rowmill.lease=200000d",
                "rowmill.poll-interval=200000000000d",
                "rowmill.payload.max-size=99999999999999999999G",
                "rowmill.queues.\"mail\".workers=0");

        assertThat(refusal.replace("\"", ""))
                .contains("rowmill.lease must be 1s to 30d")
                .contains("rowmill.poll-interval must be 1s to 1d")
                .contains("rowmill.payload.max-size must be 2 to 64M")
                .contains("rowmill.queues.mail.workers must be 1 to 10000");
    }

    @Test
    void aMisspeltSwitchIsRefusedByName() throws IOException {
        assertThat(refusal("rowmill.enabled=ture")).containsPattern("rowmill.enabled.*must be true or false");
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsNamedAsTheCause() throws IOException {
        assertThat(refusal("quarkus.datasource.jdbc.url=jdbc:postgresql://127.0.0.1:1/none"))
                .contains("the database of quarkus.datasource cannot be reached");
    }

    @Test
    void aStartWithoutADatabaseIsRefusedInASentence() throws IOException {
        NodeLaunch launch = new NodeLaunch("refused-" + System.nanoTime(), database.url());
        try (Node node = launch.withoutDatabase().start()) {
            assertThat(node.awaitEnd()).isEqualTo(1);
            assertThat(node.logged())
                    .contains("no setting names a database: name one by QUARKUS_DATASOURCE_JDBC_URL")
                    .doesNotContain("\tat ", "Caused by");
        }
    }

    @Test
    void noStackTraceStandsBeforeTheReason() throws IOException {
        String log = refusal("quarkus.datasource.jdbc.url=jdbc:postgresql://127.0.0.1:1/none");

        assertThat(log).contains("Connection to 127.0.0.1:1 refused");
        assertThat(log.substring(0, log.indexOf("Failed to start application"))).doesNotContain("\tat ");
    }

    /** Starts a node that must end by itself, and returns its log. */
    private static String refusal(String... settings) throws IOException {
        String name = "refused-" + System.nanoTime();
        String[] all = Stream.concat(Stream.of("rowmill.sample.enabled=false"), Stream.of(settings))
                .toArray(String[]::new);
        try (Node node = Node.start(name, database, all)) {
            assertThat(node.awaitEnd()).isEqualTo(1);
            return node.logged();
        }
    }
}
