package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Runs two nodes of an application whose Quartz is clustered, with its jobs in tables. Rowmill's loops must run on
 * each node.
 */
class QuartzIT {

    private static final Path APPLICATION = Path.of("target", "it", "traced", "target", "quarkus-app");
    private static final String TABLES = "org/quartz/impl/jdbcjobstore/tables_postgres.sql";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * Time to watch the loops. If Quartz shared them, most would stay on one node, and the other node would be silent
     * for longer.
     */
    private static final Duration WHILE = Duration.ofSeconds(20);

    private static final List<String> LOOPS = List.of("claim", "gauges", "unhandled");

    private static Database database;
    private static Node first;
    private static Node second;

    @BeforeAll
    static void start() throws IOException {
        database = Database.start();
        makeTablesOfQuartz();
        first = node("quartz-1").awaitReady();
        second = node("quartz-2").awaitReady(); // Quartz fails if two nodes insert its first lock at once
    }

    @AfterAll
    static void stop() throws IOException {
        first.close();
        second.close();
        database.close();
    }

    private static Node node(String name) throws IOException {
        return new NodeLaunch(name, database.url())
                .application(APPLICATION)
                .quick("256m")
                .settings(List.of("quarkus.quartz.instance-id=" + name))
                .start();
    }

    private static void makeTablesOfQuartz() throws IOException {
        try (Stream<Path> libraries = Files.list(APPLICATION.resolve("lib/main"));
                ZipFile quartz = new ZipFile(libraries
                        .filter(file -> file.getFileName().toString().startsWith("org.quartz-scheduler.quartz-"))
                        .findFirst()
                        .orElseThrow()
                        .toFile())) {
            String script =
                    new String(quartz.getInputStream(quartz.getEntry(TABLES)).readAllBytes(), StandardCharsets.UTF_8);
            database.execute("create schema quartz; set search_path to quartz;" + script);
        }
    }

    @Test
    void bothNodesAreInTheClusterOfQuartz() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(database.number("select count(*) from quartz.qrtz_scheduler_state"))
                        .isEqualTo(2));
        assertThat(database.text("select string_agg(job_name, ',') from quartz.qrtz_job_details"))
                .isEqualTo("vault-audit");
    }

    /** Inserts the tasks after both nodes have started, so the gauges of both nodes must change later. */
    @Test
    void gaugesMoveOnEachNode() {
        database.execute(
                "insert into rowmill_task (type, queue) select 'of-nobody', 'still' from generate_series(1, 7)");

        for (Node node : List.of(first, second)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(node.metric("rowmill_depth{queue=\"still\",state=\"due\""))
                            .isEqualTo(7));
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(node.metric("rowmill_unhandled_types")).isEqualTo(1));
        }
    }

    @Test
    void noLoopIsSilentOnEitherNode() {
        for (Node node : List.of(first, second)) {
            await().during(WHILE)
                    .atMost(WHILE.plus(PATIENCE))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(LOOPS)
                            .allSatisfy(loop -> assertThat(
                                            node.metric("rowmill_loop_silence_seconds{loop=\"%s\"".formatted(loop)))
                                    .isLessThan(5)));
        }
    }
}
