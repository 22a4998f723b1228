package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two processes of the packaged application share one database. */
class ClusterIT {

    private static final int TASKS = 10_000;
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofSeconds(1);

    private Database database;
    private Node one;
    private Node two;

    @BeforeEach
    void start() throws IOException {
        database = Database.start();
        one = Node.start("one", database, "rowmill.lease=" + LEASE).awaitReady();
        two = Node.start("two", database, "rowmill.lease=" + LEASE).awaitReady();
    }

    @AfterEach
    void stop() throws IOException {
        one.close();
        two.close();
        database.close();
    }

    @Test
    void tenThousandTasksRunOnceEachOnTwoNodes() throws SQLException {
        long begun;
        try (Connection gate = database.lockEvents()) {
            database.enqueueEvents(TASKS);
            awaitHolding(one, two);
            gate.commit();
            begun = System.nanoTime();
        }
        awaitCompleted();
        double seconds = (System.nanoTime() - begun) / 1e9;

        assertEachEffectOnce();
        assertThat(one.metric("rowmill_execution_seconds_count"))
                .as("tasks of node one")
                .isPositive();
        assertThat(two.metric("rowmill_execution_seconds_count"))
                .as("tasks of node two")
                .isPositive();
        System.out.printf(
                "ClusterIT: %d transactional tasks through two nodes, %.0f tasks/s%n", TASKS, TASKS / seconds);
    }

    @Test
    void tasksOfAKilledNodeAreRecoveredAndTakeEffectOnce() throws SQLException {
        database.enqueueEvents(TASKS);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> completed() > 0);
        long held;
        long killed;
        try (Connection gate = database.lockEvents()) {
            awaitFull(one);
            one.kill();
            held = held(one);
            killed = System.nanoTime();
            gate.commit();
        }
        Duration most = LEASE.plus(POLL).plusSeconds(5);
        await().atMost(most).pollInterval(Duration.ofMillis(50)).until(() -> held(one) == 0);
        Duration recovery = Duration.ofNanos(System.nanoTime() - killed);
        awaitCompleted();

        assertThat(held).as("tasks the killed node held").isPositive();
        assertEachEffectOnce();
        assertThat(database.number("select count(*) from rowmill_task where crashes = 1"))
                .isEqualTo(held);
        System.out.printf("ClusterIT: killed node held %d tasks, recovered after %d ms%n", held, recovery.toMillis());
    }

    private void awaitHolding(Node... nodes) {
        await().atMost(Duration.ofSeconds(60)).until(() -> Stream.of(nodes).allMatch(node -> held(node) > 0));
    }

    /** Waits until a node claims no more tasks because all its handlers wait. */
    private void awaitFull(Node node) {
        awaitHolding(node);
        AtomicLong before = new AtomicLong();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> before.getAndSet(held(node)) == held(node));
    }

    private long held(Node node) {
        return database.number("select count(*) from rowmill_task where operator_id = '%s'".formatted(node.name()));
    }

    private void awaitCompleted() {
        await().atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> completed() == TASKS);
    }

    private long completed() {
        return database.number("select count(*) from rowmill_task where status = 'completed'");
    }

    private void assertEachEffectOnce() {
        assertThat(database.number("select count(*) from sample_event")).isEqualTo(TASKS);
        assertThat(database.number("select count(distinct task_id) from sample_event"))
                .isEqualTo(TASKS);
    }
}
