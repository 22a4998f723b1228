package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong in one task, type or queue does not slow the others to less than half; each test compares with and without it in one run. */
@QuarkusTest
@TestProfile(IsolationTest.BusyNode.class)
@Timeout(180)
class IsolationTest extends EngineTest {

    private static final int TASKS = 200;
    private static final int BAD_ONES = 400;
    private static final int ROUNDS = 3;
    private static final double MOST = 2.0;

    public static class BusyNode implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "rowmill.workers", "4",
                    "rowmill.queues.hanging.workers", "1",
                    "rowmill.types.probe.backoff.first", "1h");
        }
    }

    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void warmUp() {
        goodTasks();
    }

    @AfterEach
    void release() {
        release.countDown();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'executing'") == 0);
    }

    @Test
    void aQueueOfTasksThatAlwaysFailLeavesTheOthersTheirPace() {
        assertPaceIsKeptBeside(() -> enqueue("bad", probes.behave(task -> {
            throw new IllegalStateException("as always");
        })));
    }

    @Test
    void aQueueWhosePayloadsCannotBeReadLeavesTheOthersTheirPace() {
        assertPaceIsKeptBeside(() -> rows.execute("""
                insert into rowmill_task (queue, type, details)
                select 'bad', 'probe', '{"key": ["no text"]}' from generate_series(1, %d)
                """.formatted(BAD_ONES)));
    }

    @Test
    void handlersThatHangHoldNoMoreThanTheirQueuesWorkers() {
        assertPaceIsKeptBeside(() -> enqueue("hanging", probes.behave(task -> release.await(60, TimeUnit.SECONDS))));
    }

    @Test
    void rowsThatAnotherSessionHoldsAreWalkedPast() throws SQLException {
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            assertPaceIsKeptBeside(
                    () -> {
                        rows.execute(
                                "insert into rowmill_task (queue, type, priority) select 'good', 'noop', -1 from generate_series(1, %d)"
                                        .formatted(BAD_ONES));
                        sql(other, "select id from rowmill_task where priority = -1 for update skip locked");
                    },
                    () -> sql(other, "rollback"));
        }
    }

    private static void sql(Connection other, String statement) {
        try {
            other.createStatement().execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void enqueue(String queueName, Probes.Probe payload) {
        queue.enqueue(IntStream.range(0, BAD_ONES)
                .mapToObj(i -> NewTask.of("probe", payload).queue(queueName))
                .toList());
    }

    private void assertPaceIsKeptBeside(Runnable trouble) {
        assertPaceIsKeptBeside(trouble, () -> {});
    }

    private void assertPaceIsKeptBeside(Runnable trouble, Runnable end) {
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            rows.execute("delete from rowmill_task where status <> 'executing'");
            double alone = goodTasks();
            trouble.run();
            ratios[round] = goodTasks() / alone;
            end.run();
        }

        // The least of them: what else runs on the machine only ever adds to a ratio.
        assertThat(Arrays.stream(ratios).min().orElseThrow())
                .as("time beside trouble, by time alone: the least of %s", Arrays.toString(ratios))
                .isLessThan(MOST);
    }

    /** Enqueues well-behaved tasks of 4 ms each; returns the seconds until all were completed. */
    private double goodTasks() {
        Probes.Probe payload = probes.behave(task -> {
            TimeUnit.MILLISECONDS.sleep(4);
            return null;
        });
        String since = rows.text("select coalesce(max(id), 0) from rowmill_task");
        queue.enqueue(IntStream.range(0, TASKS)
                .mapToObj(i -> NewTask.of("probe-virtual", payload).queue("good"))
                .toList());
        String mine = " from rowmill_task where type = 'probe-virtual' and id > " + since;
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> rows.number("select count(*)" + mine + " and status = 'completed'") == TASKS);
        return Double.parseDouble(rows.text("select extract(epoch from max(finished) - min(created))" + mine));
    }
}
