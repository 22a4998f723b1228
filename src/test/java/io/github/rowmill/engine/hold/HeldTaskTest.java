package io.github.rowmill.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.TaskContext;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HeldTaskTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int RACES = 2_000;

    private final SettableTicker ticker = new SettableTicker();
    private final HeldTask task = inHand(null);

    // Interrupts

    @Test
    void stopInterruptsTheRunningHandler() {
        task.begin();

        assertThat(task.stop(Stop.TIMED_OUT)).isTrue();

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(context().isCancelled()).isTrue();
        assertThat(task.stopped()).contains(Stop.TIMED_OUT);
    }

    @Test
    void endClearsTheInterrupt() {
        task.begin();
        task.stop(Stop.CANCELLED);

        assertThat(task.end()).isTrue();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void endClearsAnInterruptTheHandlerMade() {
        task.begin();
        Thread.currentThread().interrupt();

        task.end();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aStopBeforeTheBeginPreventsTheRun() {
        assertThat(task.stop(Stop.DRAINED)).isTrue();

        assertThat(task.begin()).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(task.isRunning()).isFalse();
        assertThat(task.stopped()).contains(Stop.DRAINED);
    }

    @Test
    void aStopAfterTheEndInterruptsNoThread() {
        task.begin();
        task.end();

        assertThat(task.stop(Stop.TIMED_OUT)).isFalse();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(task.stopped()).isEmpty();
    }

    @Test
    void firstReasonToStopStays() {
        task.begin();

        assertThat(task.stop(Stop.LEASE_LOST)).isTrue();
        assertThat(task.stop(Stop.TIMED_OUT)).isFalse();

        assertThat(task.stopped()).contains(Stop.LEASE_LOST);
    }

    @Test
    void anInterruptThatRacesWithTheEndIsCleared() throws Exception {
        for (int i = 0; i < RACES; i++) {
            HeldTask racing = inHand(null);

            boolean left = race(
                    () -> {
                        racing.begin();
                        racing.end();
                        return Thread.currentThread().isInterrupted();
                    },
                    () -> racing.stop(Stop.TIMED_OUT))[0];

            assertThat(left).isFalse();
        }
    }

    // The right to settle

    @Test
    void handlerThatEndsSettles() {
        task.begin();

        assertThat(task.end()).isTrue();
        assertThat(task.takeFromHandler()).isFalse();
    }

    @Test
    void abandonedHandlerDoesNotSettle() {
        task.begin();

        assertThat(task.takeFromHandler()).isTrue();
        assertThat(task.end()).isFalse();
    }

    @Test
    void aTaskIsAbandonedOnlyOnce() {
        assertThat(task.takeFromHandler()).isTrue();
        assertThat(task.takeFromHandler()).isFalse();
    }

    @Test
    void abandonedTaskDoesNotBegin() {
        task.takeFromHandler();

        assertThat(task.begin()).isFalse();
    }

    @Test
    void handlerWhoseCommitFailsEndsTwiceAndStillSettles() {
        task.begin();

        assertThat(task.end()).isTrue();
        assertThat(task.end()).isTrue();
    }

    @Test
    void exactlyOneOfEndAndAbandonWins() throws Exception {
        for (int i = 0; i < RACES; i++) {
            HeldTask racing = inHand(null);

            boolean[] won = race(
                    () -> {
                        racing.begin();
                        return racing.end();
                    },
                    racing::takeFromHandler);

            assertThat(won[0] ^ won[1]).isTrue();
        }
    }

    // Time

    @Test
    void leaseIsMeasuredFromBeforeTheClaim() {
        ticker.pass(Duration.ofSeconds(10));

        assertThat(task.remainingLease()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void remainingLeaseIsNeverNegative() {
        ticker.pass(Duration.ofMinutes(10));

        assertThat(task.remainingLease()).isZero();
    }

    @Test
    void renewalCountsFromWhenItWasSent() {
        long sentAt = ticker.nanos();
        ticker.pass(Duration.ofSeconds(25));

        task.renewed(sentAt + Duration.ofSeconds(20).toNanos(), LEASE);

        assertThat(task.remainingLease()).isEqualTo(Duration.ofSeconds(25));
    }

    @Test
    void theRunningTimeGrowsOnlyUntilTheEnd() {
        ticker.pass(Duration.ofSeconds(1));
        assertThat(task.ran()).isZero();

        task.begin();
        ticker.pass(Duration.ofSeconds(2));
        assertThat(task.ran()).isEqualTo(Duration.ofSeconds(2));

        task.end();
        ticker.pass(Duration.ofSeconds(4));
        assertThat(task.ran()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aTaskRunsBetweenBeginAndEnd() {
        assertThat(task.isRunning()).isFalse();
        task.begin();
        assertThat(task.isRunning()).isTrue();
        task.end();
        assertThat(task.isRunning()).isFalse();
    }

    @Test
    void theTimeoutOfATaskOverridesTheTimeoutOfItsType() {
        assertThat(inHand(Duration.ofSeconds(9)).timeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(task.timeout()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void handlerSeesItsTask() {
        assertThat(task.id()).isEqualTo(7);
        assertThat(task.type()).isEqualTo("report");
        assertThat(task.queue()).isEqualTo("night");
        assertThat(task.task().attempt()).isEqualTo(2);
        assertThat(context().maxAttempts()).isEqualTo(10);
        assertThat(context().idempotencyKey()).isEqualTo("7");
        assertThat(context().attemptKey()).isEqualTo("7:3");
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private TaskContext context() {
        return task.context(null);
    }

    private HeldTask inHand(@Nullable Duration timeout) {
        Claimed claimed = new Claimed(
                new Lease(7, 3),
                "night",
                "report",
                "{}",
                2,
                10,
                0,
                timeout,
                Duration.ZERO,
                null,
                null,
                null,
                new Position(0, Instant.EPOCH, 7),
                null,
                false);
        return new HeldTask(claimed, TestTypes.type("report"), ticker, ticker.nanos(), LEASE);
    }

    /** Returns the results of two threads that begin at once. */
    private static boolean[] race(Callable<Boolean> one, Callable<Boolean> other) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CyclicBarrier start = new CyclicBarrier(2);
        try {
            Future<Boolean> first = threads.submit(() -> {
                start.await();
                return one.call();
            });
            Future<Boolean> second = threads.submit(() -> {
                start.await();
                return other.call();
            });
            return new boolean[] {first.get(), second.get()};
        } finally {
            threads.shutdownNow();
        }
    }
}
