package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Starts an application with its own settings as a process. Checks where it has Rowmill's tables, and which settings
 * are refused.
 */
class SurroundingsIT {

    private static final Path BUILT = Path.of("target", "it", "surroundings", "target");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String STRATEGY = "quarkus.hibernate-orm.schema-management.strategy=";
    private static final String DEFAULT_SCHEMA = "quarkus.hibernate-orm.database.default-schema=office";

    private static Database server;

    private Database database;

    @BeforeAll
    static void start() throws IOException {
        server = Database.start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void begin() {
        database = server.another("office" + System.nanoTime());
    }

    @Test
    void tablesAreMadeAndUsedInTheSchemaOfTheConnections() throws IOException {
        database.execute("create schema office");

        try (Node node = node(database.url() + "&currentSchema=office")) {
            node.awaitReady();
            database.execute("insert into office.rowmill_task (type, details) values ('file', '{\"text\": \"a\"}')");
            awaitNumber(1, "select count(*) from office.rowmill_task where status = 'completed'");
        }
        assertThat(database.number(
                        "select count(*) from pg_tables where tablename like 'rowmill%' and schemaname <> 'office'"))
                .isZero();
    }

    @Test
    void hibernatesDefaultSchemaMayBeThatOfTheConnections() throws IOException {
        database.execute("create schema office");

        try (Node node = node(database.url() + "&currentSchema=office", DEFAULT_SCHEMA)) {
            node.awaitReady();
            database.execute("insert into office.rowmill_task (type, details) values ('file', '{\"text\": \"a\"}')");
            awaitNumber(1, "select count(*) from office.rowmill_task where status = 'completed'");
        }
    }

    @Test
    void aDefaultSchemaOfHibernateAloneIsRefused() throws IOException {
        database.execute("create schema office");

        assertThat(refusal("quarkus-app", DEFAULT_SCHEMA))
                .contains("Hibernate takes Rowmill's table for office.rowmill_task")
                .contains("currentSchema=… in quarkus.datasource.jdbc.url");
    }

    @Test
    void aSchemaThatIsNotThereIsNamedAsTheCause() throws IOException {
        try (Node node = node(database.url() + "&currentSchema=nowhere", "quarkus.flyway.migrate-at-start=false")) {
            assertThat(node.awaitEnd()).isEqualTo(1);
            assertThat(node.logged()).contains("there is no schema for Rowmill's tables");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rowmill.workers=10",
                "rowmill.workers=1,quarkus.datasource.jdbc.max-size=2",
                "quarkus.flyway.clean-at-start=true"
            })
    void theApplicationsFirstMigrationMayNameTheTables(String settings) throws IOException {
        try (Node node = node(database.url(), settings.split(","))) {
            node.awaitReady();
        }
        assertThat(database.number("select count(*) from pg_constraint"
                        + " where conrelid = 'office_receipt'::regclass and confrelid = 'rowmill_task'::regclass"))
                .isEqualTo(1);
    }

    @Test
    void tenantsBesideRowmillsTablesAreRefusedBeforeMigration() throws IOException {
        refusal("beside/quarkus-app");

        assertThat(database.text("select to_regclass('rowmill_schema_history')"))
                .isNull();
    }

    @Test
    void aSecondSetOfTablesNeedsANamedSchema() throws IOException {
        database.execute("create schema office");
        database.execute("create table office.rowmill_schema_history (version text)");

        assertThat(refusal("quarkus-app"))
                .contains("its schema public has none of Rowmill's tables, and its schema office has")
                .contains("office to work on, or public for tables of its own");
        try (Node node = node(database.url() + "&currentSchema=public")) {
            node.awaitReady();
        }
    }

    /** The second start must find the tables, and a task in them, as the first start left them. */
    @ParameterizedTest
    @ValueSource(strings = {"validate", "update", "create", "drop-and-create"})
    void hibernatesSchemaToolsLeaveRowmillsTablesAlone(String strategy) throws IOException {
        try (Node first = node(database.url(), STRATEGY + strategy)) {
            first.awaitReady();
            database.execute(
                    TaskRow.of("file").runAt("now() + interval '1 day'").sql());
        }
        try (Node second = node(database.url(), STRATEGY + strategy)) {
            second.awaitReady();
            database.execute(TaskRow.of("file").details("{\"text\": \"a\"}").sql());
            awaitNumber(1, "select count(*) from rowmill_task where status = 'completed'");
        }
        assertThat(database.number("select count(*) from rowmill_task where status = 'queued'"))
                .isEqualTo(1);
        assertThat(database.number("select count(*) from pg_constraint where conname = 'rowmill_task_state'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "unheld, add io.github.rowmill.task to quarkus.hibernate-orm.packages",
        "elsewhere, add io.github.rowmill.task to quarkus.hibernate-orm.packages",
        "apart, remove quarkus.hibernate-orm.datasource",
        "tenants, tenants by schema also need a datasource with a name",
        "discriminator, give the tenants a persistence unit with a name",
        "beside, 'set quarkus.hibernate-orm.\"archive\".datasource to a datasource with a name'",
        "unitless, set quarkus.hibernate-orm.packages to io.github.rowmill.task",
        "xml, add the property hibernate.hbm2ddl.schema_filter_provider",
        "named, set quarkus.datasource.db-kind and quarkus.datasource.jdbc.url"
    })
    void aWrongConfigurationIsRefusedWithTheSettingToChange(String profile, String whatToDo) throws IOException {
        assertThat(refusal(profile + "/quarkus-app")).contains(whatToDo);
    }

    private static Node node(String url, String... settings) throws IOException {
        return launch("quarkus-app", url, settings);
    }

    private String refusal(String application, String... settings) throws IOException {
        try (Node node = launch(application, database.url(), settings)) {
            assertThat(node.awaitEnd()).isEqualTo(1);
            return node.logged();
        }
    }

    private static Node launch(String application, String url, String... settings) throws IOException {
        return new NodeLaunch("surroundings-" + System.nanoTime(), url)
                .application(BUILT.resolve(application))
                .quick("256m")
                .settings(List.of(settings))
                .start();
    }

    private void awaitNumber(long wanted, String sql) {
        await().atMost(PATIENCE).until(() -> database.number(sql) == wanted);
    }
}
