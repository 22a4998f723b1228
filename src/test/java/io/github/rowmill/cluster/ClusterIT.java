package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
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
    void tenThousandTasksRunOnceEachOnTwoNodes() {
        database.enqueueEvents(TASKS);

        awaitCompleted();

        assertEachEffectOnce();
        assertThat(one.metric("rowmill_execution_seconds_count"))
                .as("tasks of node one")
                .isPositive();
        assertThat(two.metric("rowmill_execution_seconds_count"))
                .as("tasks of node two")
                .isPositive();
        System.out.printf(
                "ClusterIT: %d transactional tasks through two nodes, %.0f tasks/s%n",
                TASKS,
                TASKS
                        * 1e6
                        / database.number(
                                "select extract(epoch from max(finished) - min(started)) * 1e6 from rowmill_task"));
    }

    @Test
    void whatAKilledNodeHeldIsRecoveredAndNothingRunsTwice() {
        database.enqueueEvents(TASKS);
        await().atMost(Duration.ofSeconds(120))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> completed() > TASKS / 5);

        one.kill();
        long held =
                database.number("select count(*) from rowmill_task where status = 'executing' and operator_id = 'one'");
        Duration most = LEASE.plus(POLL).plusSeconds(5);
        long killed = System.nanoTime();
        await().atMost(most)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> database.number("select count(*) from rowmill_task where operator_id = 'one'") == 0);
        Duration recovery = Duration.ofNanos(System.nanoTime() - killed);
        awaitCompleted();

        assertThat(held).as("tasks the killed node held").isPositive();
        assertEachEffectOnce();
        assertThat(database.number("select count(*) from rowmill_task where crashes = 1"))
                .isEqualTo(held);
        System.out.printf("ClusterIT: killed node held %d tasks, recovered after %d ms%n", held, recovery.toMillis());
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
