package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class LoopTest {

    private final CountDownLatch rounds = new CountDownLatch(3);
    private final CountDownLatch failures = new CountDownLatch(3);
    private final Loop loop = new Loop(
            "test",
            new Rounds("test", (name, e) -> failures.countDown(), new LoopActivity(new Ticker()))
                    .each(this::failingRound));

    @Test
    void aLoopContinuesAfterFailedRounds() throws InterruptedException {
        loop.start(Duration.ofMillis(1));

        assertThat(rounds.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(failures.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void wakeMakesARoundWithoutWaitingForThePause() throws InterruptedException {
        loop.start(Duration.ofDays(1));

        loop.wake();
        loop.wake();
        loop.wake();

        assertThat(rounds.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"PT1H, 1, 0, 0", "PT0S, 1, 1, 1", "-PT1S, 3, 1, 1", "-PT1S, 0, 1, 0"})
    void dueWorkRunsAtOnceAndStartsARoundIfAnyWasFound(Duration until, int some, int works, int rounds)
            throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger worked = new AtomicInteger();
        Loop looking = new Loop("looking", made::incrementAndGet);

        looking.whenDue(until, () -> {
            worked.incrementAndGet();
            return some;
        });
        looking.finish(Duration.ofSeconds(1));
        looking.stop();

        assertThat(worked).hasValue(works);
        assertThat(made).hasValue(rounds);
    }

    @Test
    void roundsRequestedWithinATimeAreMerged() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        CountDownLatch last = new CountDownLatch(1);
        Loop asking = new Loop("asking", () -> {
            made.incrementAndGet();
            last.countDown();
        });

        for (int i = 0; i < 1000; i++) {
            asking.within(Duration.ofDays(1));
            asking.within(Duration.ofMillis(300));
        }
        assertThat(last.await(5, TimeUnit.SECONDS)).isTrue();
        asking.wake();
        asking.within(Duration.ofMillis(1));
        asking.finish(Duration.ofSeconds(1));
        asking.stop();

        assertThat(made.get()).isBetween(2, 10); // a thousand if each request made its own round
    }

    @Test
    void theEndWaitsOnlyForRoundsThatTheLoopWasWokenFor() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        Loop asking = new Loop("asking", made::incrementAndGet);
        asking.within(Duration.ofDays(2));
        asking.within(Duration.ofDays(1));
        asking.wake(Duration.ofMillis(1));

        long start = System.nanoTime();
        asking.finish(Duration.ofSeconds(9));
        long took = System.nanoTime() - start;
        asking.wake();

        assertThat(made).hasValue(1);
        assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void stopInterruptsTheRound() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Loop blocking = new Loop(
                "blocking",
                new Rounds("blocking", (name, e) -> {}, new LoopActivity(new Ticker()))
                        .each(() -> block(begun, interrupted)));
        blocking.wake();
        begun.await();

        blocking.stop();

        assertThat(interrupted.await(5, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void stop() {
        loop.stop();
    }

    private void failingRound() {
        rounds.countDown();
        throw new IllegalStateException();
    }

    private static void block(CountDownLatch begun, CountDownLatch interrupted) {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }
}
