package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs an older version and this one on one database, under load, in both orders: an upgrade and its rollback. Run by
 * {@code -Pupgrade}. {@code -Dupgrade.from} names the older version. Skipped while there is only one migration.
 */
class UpgradeRun {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int TASKS_OF_A_BATCH = 20;
    private static final String NOTHING_OLDER =
            "upgrade: there is no older version, because db/rowmill has one migration only; -Dupgrade.from can name a commit";

    private static Path older;

    private Database database;
    private Load load;

    /** Enqueues a batch every tenth of a second, until {@link #end} is called. */
    private static final class Load {

        private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
        private volatile long enqueued;

        Load(Database database) {
            pace.scheduleAtFixedRate(
                    () -> {
                        database.enqueueEvents(TASKS_OF_A_BATCH);
                        enqueued += TASKS_OF_A_BATCH;
                    },
                    0,
                    100,
                    TimeUnit.MILLISECONDS);
        }

        long end() throws InterruptedException {
            pace.shutdown();
            assertThat(pace.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            return enqueued;
        }
    }

    @BeforeAll
    static void build() throws Exception {
        Optional<Path> built = OlderApplication.build();
        if (built.isEmpty()) {
            System.out.println(NOTHING_OLDER);
        }
        assumeThat(built).as(NOTHING_OLDER).isPresent();
        older = built.orElseThrow();
    }

    @BeforeEach
    void begin() throws IOException {
        database = Database.start();
    }

    @AfterEach
    void end() throws Exception {
        if (load != null) {
            load.end();
        }
        database.close();
    }

    @Test
    void aMigrationUnderLoadLosesAndRepeatsNoTask() throws Exception {
        try (Node old = older("old")) {
            old.awaitReady();
            load = new Load(database);
            awaitCompleted(1_000);
            String before = schema();

            try (Node now = newer("now")) {
                now.awaitReady();
                assertThat(schema()).isNotEqualTo(before);
                awaitBothAtWork(old, now);

                old.signal("TERM");
                old.awaitEnd();
                awaitAllDoneOnce(load.end());
            }
        }
    }

    @Test
    void aRollbackToTheOlderVersionLosesAndRepeatsNoTask() throws Exception {
        try (Node now = newer("now")) {
            now.awaitReady();
            load = new Load(database);
            awaitCompleted(1_000);

            try (Node old = older("old")) {
                old.awaitReady();
                awaitBothAtWork(old, now);

                now.kill();
                awaitAllDoneOnce(load.end());
            }
        }
    }

    @Test
    void aRuleHoldsForBothVersions() throws Exception {
        try (Node now = newer("now");
                Node old = older("old")) {
            now.awaitReady();
            old.awaitReady();
            database.execute("insert into rowmill_queue (name, concurrency) values ('narrow', 1)");
            try (Connection handlersWait = database.lockEvents()) {
                database.execute(TaskRow.of("event")
                        .queue("narrow")
                        .details("{\"account\": \"a\", \"name\": \"page-view\", \"n\": 1}")
                        .sql(100));
                await().atMost(PATIENCE).until(() -> executing("true") > 0);
                long first = claims(old);
                long second = claims(now);
                await().atMost(PATIENCE).until(() -> claims(old) > first + 5 && claims(now) > second + 5);

                assertThat(executing("true")).isEqualTo(1);

                database.execute("delete from rowmill_queue");
                await().atMost(PATIENCE).until(() -> executing("operator_id = 'old'") > 0);
                await().atMost(PATIENCE).until(() -> executing("operator_id = 'now'") > 0);
                handlersWait.rollback();
            }
            awaitAllDoneOnce(100);
        }
    }

    private static final int FLOWS = 100;
    private static final int TASKS_OF_A_FLOW = 6;

    /** Each flow has a part of five tasks, and one task after it. */
    private static final String ENQUEUE_FLOWS = """
            do $$
            declare
                of_flow bigint;
                one bigint;
                last bigint;
            begin
                for n in 1..%d loop
                    insert into rowmill_flow (name) values ('upgrade') returning id into of_flow;
                    insert into rowmill_task (type, details, flow)
                    select 'event', jsonb_build_object('account', 'a', 'name', 'page-view', 'n', g), of_flow
                      from generate_series(1, 5) g;
                    insert into rowmill_task (type, details, status, flow)
                    values ('event', '{"account": "a", "name": "page-view", "n": 6}', 'waiting', of_flow)
                    returning id into last;
                    one := (select max(t.id) from rowmill_task t where t.flow = of_flow and t.status = 'queued');
                    update rowmill_task t set watched = true where t.id = one;
                    insert into rowmill_part (flow, part, name, after, needs, state, decided, watching)
                    values (of_flow, 0, '', '{}', 'ended', 'waiting', null, one),
                           (of_flow, 1, 'many', '{}', 'completed', 'open', now(), null),
                           (of_flow, 2, 'last', '{1}', 'completed', 'waiting', null, one);
                    insert into rowmill_part_task (flow, part, task)
                    select of_flow, case when t.id = last then 2 else 1 end, t.id
                      from rowmill_task t
                     where t.flow = of_flow;
                end loop;
            end $$
            """;

    @Test
    void flowsContinueWhicheverVersionEndsTheirTasks() throws Exception {
        underLoad((old, now) -> {
            database.execute(ENQUEUE_FLOWS.formatted(FLOWS));
            awaitBothAtWork(old, now);

            awaitAllDoneOnce(load.end() + FLOWS * TASKS_OF_A_FLOW);
            await().atMost(PATIENCE)
                    .until(() -> database.number("select count(*) from rowmill_flow where finished is null") == 0);
            assertThat(database.number("""
                            select count(*)
                              from rowmill_task t
                              join rowmill_part_task m on m.task = t.id and m.part = 2
                             where t.started <= (select max(o.finished) from rowmill_task o where o.flow = t.flow and o.id <> t.id)
                            """)).isZero();
            if (!old.get("/q/metrics").contains("rowmill_flows_swept_total")) {
                assertThat(now.metric("rowmill_flows_swept_total"))
                        .as("ends of the older node, which knows no flows, that the newer one found")
                        .isPositive();
            }
        });
    }

    private static final int RENTALS = 100;

    /** The signals are sent by SQL, as by an application of the older version. */
    @Test
    void stepsWorkBesideAnOlderNode() throws Exception {
        underLoad((old, now) -> {
            database.execute(TaskRow.of("rental")
                    .queue("rentals")
                    .details("{\"account\": \"a\", \"days\": 3, \"seconds\": 1, \"patience\": 600}")
                    .sql(RENTALS));
            awaitRentals("awaits = 'returned'");
            database.execute("""
                    select rowmill_send_signal(id, 'returned', '{"slip": 7}') from rowmill_task where type = 'rental'
                    """);
            awaitRentals("status = 'completed' and attempts = 1 and (result ->> 'slip')::int = 7");

            assertThat(effects("deposit")).isEqualTo(RENTALS);
            assertThat(effects("day")).isEqualTo(3 * RENTALS);
            assertThat(effects("close")).isEqualTo(RENTALS);
            database.execute(
                    "delete from sample_event where task_id in (select id from rowmill_task where type = 'rental')");
            database.execute("delete from rowmill_task where type = 'rental'");
            awaitAllDoneOnce(load.end());
        });
    }

    private void awaitRentals(String which) {
        await().atMost(PATIENCE)
                .until(() -> database.number("select count(*) from rowmill_task where type = 'rental' and " + which)
                        == RENTALS);
    }

    private long effects(String name) {
        return database.number("select count(*) from sample_event where name = '%s'".formatted(name));
    }

    private interface Both {

        void run(Node old, Node now) throws Exception;
    }

    /** Runs a test while both versions work on a load. */
    private void underLoad(Both test) throws Exception {
        try (Node now = newer("now");
                Node old = older("old")) {
            now.awaitReady();
            old.awaitReady();
            load = new Load(database);
            awaitBothAtWork(old, now);

            test.run(old, now);
        }
    }

    private Node newer(String name) throws IOException {
        return Node.start(name, database, "rowmill.lease=3s");
    }

    private Node older(String name) throws IOException {
        return new NodeLaunch(name, database.url())
                .application(older)
                .quick("512m")
                .settings(List.of("rowmill.lease=3s"))
                .start();
    }

    /** Returns how often a node has tried to claim. */
    private static long claims(Node node) {
        return node.metric("rowmill_claim_seconds_count");
    }

    private String schema() {
        return database.text(
                "select version from rowmill_schema_history where success order by installed_rank desc limit 1");
    }

    private long executing(String which) {
        return database.number("select count(*) from rowmill_task where status = 'executing' and " + which);
    }

    private void awaitCompleted(int tasks) {
        await().atMost(PATIENCE)
                .until(() -> database.number("select count(*) from rowmill_task where status = 'completed'") >= tasks);
    }

    /** Waits until both nodes have completed another hundred tasks. */
    private static void awaitBothAtWork(Node one, Node other) {
        long first = completed(one);
        long second = completed(other);
        await().atMost(PATIENCE).until(() -> completed(one) > first + 100 && completed(other) > second + 100);
    }

    private static long completed(Node node) {
        return node.metric("rowmill_execution_seconds_count");
    }

    private void awaitAllDoneOnce(long tasks) throws SQLException {
        await().atMost(PATIENCE)
                .until(() -> database.number("select count(*) from rowmill_task where status = 'completed'") == tasks);
        assertThat(database.number("select count(*) from rowmill_task")).isEqualTo(tasks);
        assertThat(database.number("select count(*) from sample_event")).isEqualTo(tasks);
        assertThat(database.number("select count(distinct task_id) from sample_event"))
                .isEqualTo(tasks);
        System.out.printf("upgrade: %d tasks, all completed, each with one effect%n", tasks);
    }
}
