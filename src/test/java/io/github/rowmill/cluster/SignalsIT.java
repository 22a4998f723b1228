package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Pauses and stops nodes in the middle of their work. A table lock that the test holds makes the handlers of
 * {@code event} wait.
 */
class SignalsIT {

    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final String GIVEN_BACK = "status = 'queued' and version = 2";

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
        database = server.another("signals" + System.nanoTime());
    }

    private Node node(String name, String... more) throws IOException {
        String[] settings = java.util.Arrays.copyOf(more, more.length + 1);
        settings[more.length] = "rowmill.lease=" + LEASE;
        return Node.start(name, database, settings).awaitReady();
    }

    @Test
    void aNodePausedBeyondItsLeaseCannotSettleRecoveredTasks() throws Exception {
        try (Node one = node("zombie");
                Connection lock = database.connect()) {
            lock(lock);
            enqueue(5);
            awaitExecutingBy("zombie", 5);
            one.signal("STOP");
            try (Node two = node("successor")) {
                awaitExecutingBy("successor", 5);
                one.signal("CONT");
                lock.commit();

                await().atMost(Duration.ofSeconds(30)).until(() -> count("status = 'completed'") == 5);
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> one.metric("rowmill_lease_stale_completion_total")
                                        + one.metric("rowmill_execution_seconds_count{outcome=\"lost\"")
                                == 5);

                assertThat(database.number("select count(*) from sample_event")).isEqualTo(5);
                assertThat(two.metric("rowmill_execution_seconds_count{outcome=\"success\""))
                        .isEqualTo(5);
                assertThat(count("attempts = 2 and crashes = 1")).isEqualTo(5);
            }
        }
    }

    @Test
    void aStoppingNodeRenewsLeasesAndEndsRunningTasks() throws Exception {
        try (Node node = node("stopping", "rowmill.workers=2", "rowmill.drain=60s");
                Connection lock = database.connect()) {
            lock(lock);
            enqueue(40);
            awaitExecutingBy("stopping", 2);

            node.signal("TERM");
            await("it says at once that it stops").atMost(Duration.ofSeconds(3)).until(this::isDraining);
            for (int renewals = 0; renewals < 6; renewals++) {
                awaitRenewed();
            }
            lock.commit();

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(count("status = 'completed'")).isEqualTo(2);
        assertThat(count("status = 'queued' and attempts = 0 and crashes = 0")).isEqualTo(38);
        assertThat(database.number("select count(*) from sample_event")).isEqualTo(2);
    }

    @Test
    void aNodeStoppedUnderLoadGivesBackUnstartedTasks() throws Exception {
        try (Node node = node("flooded", "rowmill.workers=2", "rowmill.drain=60s");
                Connection lock = database.connect()) {
            lock(lock);
            database.execute(TaskRow.of("noop").sql(5000));
            enqueue(5_000);
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> count("status = 'completed'") == 5_000
                            && (count("status = 'executing'") > 2 || count(GIVEN_BACK) > 0));

            node.signal("TERM");
            await().atMost(Duration.ofSeconds(30)).until(() -> count(GIVEN_BACK) > 0);
            lock.commit();

            assertThat(node.awaitEnd()).isEqualTo(143);
        }
        assertThat(count("status = 'executing' or crashes > 0")).isZero();
        assertThat(count("status = 'queued' and attempts <> 0")).isZero();
    }

    @Test
    void aTransactionThatWaitsForALockIsRolledBackByItsNodesEnd() throws Exception {
        try (Node node = node("hasty", "rowmill.workers=2", "rowmill.drain=4s");
                Connection lock = database.connect()) {
            lock(lock);
            enqueue(2);
            awaitExecutingBy("hasty", 2);

            node.signal("TERM");
            assertThat(node.awaitEnd()).isEqualTo(143);
            lock.commit();
        }
        assertThat(count("status = 'queued' and attempts = 0 and crashes = 0")).isEqualTo(2);
        assertThat(database.number("select count(*) from sample_event")).isZero();
    }

    @Test
    void aNodePausedForLessThanItsLeaseLosesNothing() throws Exception {
        try (Node one = node("dozing");
                Node two = node("awake");
                Connection lock = database.connect()) {
            lock(lock);
            enqueue(5);
            await().atMost(Duration.ofSeconds(60)).until(() -> count("status = 'executing'") == 5);

            one.signal("STOP");
            two.signal("STOP");
            long left = LEASE.dividedBy(2).toMillis();
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(LEASE)
                    .until(() -> database.number(
                                    "select (extract(epoch from min(expiry) - clock_timestamp()) * 1000)::bigint from rowmill_task")
                            < left);
            one.signal("CONT");
            two.signal("CONT");
            awaitRenewed();
            lock.commit();

            await().atMost(Duration.ofSeconds(30)).until(() -> count("status = 'completed'") == 5);
        }
        assertThat(count("attempts = 1 and crashes = 0")).isEqualTo(5);
        assertThat(database.number("select count(*) from sample_event")).isEqualTo(5);
    }

    @Test
    void aNodeStoppedDuringItsStartEndsAndHoldsNoTask() throws Exception {
        node("migrator").close();
        enqueue(5);
        String name = "starting-" + System.nanoTime();

        try (Node starting = Node.start(name, database, "rowmill.lease=" + LEASE)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> starting.logged().contains("flyway"));
            starting.signal("TERM");

            starting.awaitEnd();
        }

        assertThat(count("status = 'executing' or crashes > 0")).isZero();
        assertThat(count("status in ('queued', 'completed')")).isEqualTo(5);
    }

    private boolean isDraining() {
        return database.number("select count(*) from rowmill_operator where name = 'stopping' and draining") == 1;
    }

    private void enqueue(int tasks) {
        database.enqueueEvents(tasks);
    }

    private static void lock(Connection lock) throws SQLException {
        lock.setAutoCommit(false);
        lock.createStatement().execute("lock table sample_event in access exclusive mode");
    }

    private void awaitExecutingBy(String name, int tasks) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> count("status = 'executing' and operator_id = '%s'".formatted(name)) == tasks);
    }

    private void awaitRenewed() {
        long expiry = expiry();
        await().atMost(LEASE).until(() -> expiry() > expiry);
    }

    private long expiry() {
        return database.number("select min(extract(epoch from expiry) * 1000)::bigint from rowmill_task");
    }

    private long count(String condition) {
        return database.number("select count(*) from rowmill_task where " + condition);
    }
}
