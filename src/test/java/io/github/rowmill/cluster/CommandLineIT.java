package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.cluster.CommandLine.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs commands on a database without a node. Each command starts the application and ends it. */
class CommandLineIT {

    private static Database database;
    private static Database empty;

    @BeforeAll
    static void migrate() throws IOException, InterruptedException {
        database = Database.start();
        empty = database.another("empty");

        Ran ran = new CommandLine(database.url()).run("migrate");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("the tables are now at version [0-9.]+; they were at 0\n");
    }

    @AfterAll
    static void stop() throws IOException {
        database.close();
    }

    private static long insert(String columns, String values) {
        return database.number("insert into rowmill_task (%s) values (%s) returning id".formatted(columns, values));
    }

    @Test
    void aSecondMigrationFindsTheTablesUpToDate() throws IOException, InterruptedException {
        Ran ran = new CommandLine(database.url()).run("migrate");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("the tables are at version [0-9.]+ already\n");
    }

    @Test
    void migrateCreatesRowmillsAndTheApplicationsTables() throws IOException, InterruptedException {
        Database fresh = database.another("fresh");

        Ran ran = new CommandLine(fresh.url())
                .with("ROWMILL_SAMPLE_ENABLED", "true")
                .run("migrate");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("the tables are now at version [0-9.]+; they were at 0\n");
        assertThat(fresh.text("select to_regclass('flyway_schema_history')")).isNotNull();
    }

    @Test
    void aCommandPrintsOnlyItsAnswerAndRunsNoTask() throws IOException, InterruptedException {
        long id = insert("type, queue", "'noop', 'untouched'");

        Ran ran = new CommandLine(database.url())
                .with("ROWMILL_SAMPLE_ENABLED", "true")
                .with("ROWMILL_QUEUES_UNTOUCHED_RULES_CONCURRENCY", "5")
                .run("list", "--json", "queue:untouched");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.err()).isEmpty();
        JsonNode page = new ObjectMapper().readTree(ran.out());
        assertThat(page.at("/tasks/0/id").longValue()).isEqualTo(id);
        assertThat(page.at("/tasks/0/status").textValue()).isEqualTo("queued");
        assertThat(database.number("select count(*) from rowmill_task where attempts > 0"))
                .isZero();
        assertThat(database.number("select count(*) from rowmill_queue where name = 'untouched'"))
                .isZero();
        assertThat(database.number("select count(*) from rowmill_schedule")).isZero();
    }

    @Test
    void theAuditNamesTheUserOfTheTerminal() throws IOException, InterruptedException {
        long id = insert("type, queue", "'noop', 'recorded'");

        Ran ran = new CommandLine(database.url())
                .with("ROWMILL_ACCESS_OPEN_TO_EVERYONE", "true")
                .run("cancel", String.valueOf(id));

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("task %d (noop, queue recorded) is cancelled\n".formatted(id));
        assertThat(database.text("select actor || ' ' || action from rowmill_audit where name = '%d'".formatted(id)))
                .isEqualTo("token cli:%s cancel".formatted(System.getProperty("user.name")));
    }

    @Test
    void aRefusedCommandPrintsAnErrorAndExitsWith1() throws IOException, InterruptedException {
        Ran ran = new CommandLine(database.url()).run("show", "999999999");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("rowmill: ").contains("999999999");
    }

    @Test
    void aCommandWithoutTablesFailsAndCreatesNone() throws IOException, InterruptedException {
        Ran ran = new CommandLine(empty.url()).run("list");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("its schema has version 0").contains("migrate");
        assertThat(empty.text("select to_regclass('rowmill_schema_history')")).isNull();
    }

    @Test
    void aCommandExitsWith3IfTheDatabaseIsUnreachable() throws IOException, InterruptedException {
        Ran ran = new CommandLine("jdbc:postgresql://127.0.0.1:1/none").run("list");

        assertThat(ran.exitCode()).isEqualTo(3);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("the database of quarkus.datasource cannot be reached");
    }

    @Test
    void aCheckNamesTheSettingThatKeepsANodeFromStarting() throws IOException, InterruptedException {
        Ran ran = new CommandLine(database.url()).with("ROWMILL_LEASE", "0s").run("check");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.out()).containsPattern("(?m)^failed +configuration +.*rowmill.lease must be 1s to 30d");
    }

    @Test
    void aCheckNamesWhatTheUserMayNotDo() throws IOException, InterruptedException {
        database.execute("create role poor login");
        database.execute("grant pg_read_all_data to poor");

        Ran ran = new CommandLine(database.url().replace("user=postgres", "user=poor")).run("check", "--json");

        assertThat(ran.exitCode()).isEqualTo(1);
        JsonNode rights = null;
        for (JsonNode finding : new ObjectMapper().readTree(ran.out())) {
            rights = finding.path("check").textValue().equals("rights") ? finding : rights;
        }
        assertThat(rights).isNotNull();
        assertThat(rights.path("result").textValue()).isEqualTo("failed");
        assertThat(rights.path("detail").textValue())
                .startsWith(
                        "the user poor lacks insert on rowmill_task, update on rowmill_task, delete on rowmill_task")
                .doesNotContain("select on rowmill_task");
    }

    @Test
    void aCheckContinuesWithoutADatabase() throws IOException, InterruptedException {
        Ran ran = new CommandLine("jdbc:postgresql://127.0.0.1:1/none").run("check");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.out())
                .containsPattern("(?m)^ok +configuration ")
                .containsPattern("(?m)^failed +tables +the database of quarkus.datasource cannot be reached");
    }

    @Test
    void aBenchPrintsItsRatesAndLeavesNoTask() throws IOException, InterruptedException {
        long before = database.number("select count(*) from rowmill_task");

        Ran ran = new CommandLine(database.url()).run("bench", "--tasks", "2000");

        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("2,000 tasks: [1-9][0-9,]* a second enqueued, [1-9][0-9,]* a second run\n");
        assertThat(database.number("select count(*) from rowmill_task")).isEqualTo(before);
    }
}
