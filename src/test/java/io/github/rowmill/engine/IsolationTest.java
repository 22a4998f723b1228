package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that trouble in one task, type or queue leaves the other queues their workers and their pace. The workers are
 * counted. The pace is at least a third of the pace beside as many tasks that succeed. It is the median of rounds that
 * alternate between the two. Without neighbours, the tasks of the baseline would only sleep, even on a busy machine. So
 * any neighbours would seem slow.
 */
@QuarkusTest
@TestProfile(BusyNode.class)
@Timeout(180)
class IsolationTest extends EngineTest {

    private static final int TASKS = 200;
    private static final int BAD_ONES = 400;
    private static final int WORKERS = BusyNode.WORKERS;

    /** Number of rounds. The median is slow only if four of them are, so noise in three of them does no harm. */
    private static final int ROUNDS = 7;

    /**
     * Largest ratio of times. A failure costs more than a success, and each queue has half of the node. A larger ratio
     * has a cause other than these and noise.
     */
    private static final double MAX = 3.0;

    /** Number of times that good handlers must run together. */
    private static final int MEETINGS = 20;

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();

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
        assertPaceIsKeptBeside(
                () -> rows.insert(TaskRow.of("probe").queue("bad").details("{\"key\": [\"no text\"]}"), BAD_ONES));
    }

    @Test
    void handlersThatHangHoldNoMoreThanTheirQueuesWorkers() {
        hang("hanging", 1);

        assertThat(meetings(WORKERS - 1, Duration.ofSeconds(60))).isEqualTo(MEETINGS);
        assertThat(hanging).hasValue(1);
    }

    @Test
    void aQueueThatMayTakeAllWorkersLeavesNoneToTheOthers() {
        hang("greedy", WORKERS);

        assertThat(meetings(1, Duration.ofSeconds(2))).isZero();
    }

    @Test
    void theMedianShowsFourSlowRoundsOfSevenAndIgnoresThree() {
        assertThat(median(1, 1, 1, 4, 4, 4, 4)).isGreaterThan(MAX);
        assertThat(median(1, 1, 1, 1, 9, 9, 9)).isLessThan(MAX);
    }

    /** Enqueues more hanging tasks than the queue has workers, and waits until {@code workers} of them run. */
    private void hang(String queueName, int workers) {
        enqueue(queueName, probes.behave(task -> {
            hanging.incrementAndGet();
            return release.await(120, TimeUnit.SECONDS);
        }));
        await().atMost(Duration.ofSeconds(30)).until(() -> hanging.get() >= workers);
    }

    /** Returns how often {@code handlers} good handlers ran at the same time. */
    private int meetings(int handlers, Duration patience) {
        AtomicInteger met = new AtomicInteger();
        AtomicBoolean vain = new AtomicBoolean();
        CyclicBarrier barrier = new CyclicBarrier(handlers, met::incrementAndGet);
        Probes.Probe payload = probes.behave(task -> vain.get() ? null : barrier.await(30, TimeUnit.SECONDS));
        queue.enqueue(IntStream.range(0, MEETINGS * handlers)
                .mapToObj(i -> NewTask.of("probe-virtual", payload).queue("good"))
                .toList());
        try {
            await().atMost(patience).until(() -> met.get() == MEETINGS || barrier.isBroken());
        } catch (ConditionTimeoutException e) {
            vain.set(true);
        }
        return met.get();
    }

    @Test
    void rowsLockedByAnotherSessionDoNotSlowTheirQueue() throws SQLException {
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            assertPaceIsKept(
                    () -> {},
                    () -> {
                        rows.insert(TaskRow.of("noop").queue("good").priority(-1), BAD_ONES);
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
        Probes.Probe success = probes.behave(task -> null);
        assertPaceIsKept(() -> enqueue("well", success), trouble, () -> {});
    }

    private void assertPaceIsKept(Runnable usual, Runnable trouble, Runnable end) {
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            double asUsual = secondsBeside(usual);
            ratios[round] = secondsBeside(trouble) / asUsual;
            end.run();
        }

        assertThat(median(ratios))
                .as("time beside trouble, by time as usual: the median of %s", Arrays.toString(ratios))
                .isLessThan(MAX);
    }

    private double secondsBeside(Runnable neighbours) {
        rows.execute("delete from rowmill_task where status <> 'executing'");
        neighbours.run();
        return goodTasks();
    }

    private static double median(double... ratios) {
        return Arrays.stream(ratios)
                .sorted()
                .skip(ratios.length / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Enqueues tasks of 4 ms each, and returns the seconds until all are completed. */
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
