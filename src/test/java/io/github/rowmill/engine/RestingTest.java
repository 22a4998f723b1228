package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.store.end.Recoveries;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks that loops without work rest, and run in time when there is work. */
@QuarkusTest
@TestProfile(ByHand.class)
class RestingTest extends EngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(5);

    @Inject
    Loops loops;

    @Inject
    Claimer claimer;

    @Inject
    Recoveries recoveries;

    @Test
    void timeoutsAreNotCheckedWhileTheNodeHoldsNoTask() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        await().atMost(PATIENCE).until(() -> timeouts().silence().compareTo(Duration.ofSeconds(2)) > 0);

        queue.enqueue(NewTask.of("probe-short", probes.behave(task -> awaitInterrupt(interrupted))));
        claimer.claimOnce();

        assertThat(interrupted.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(PATIENCE).until(() -> timeouts().silence().compareTo(Duration.ofSeconds(2)) > 0);
    }

    private LoopActivity timeouts() {
        return Objects.requireNonNull(loops.pulses(Set.of(Loops.Kind.VITAL)).get("timeouts"));
    }

    private static Object awaitInterrupt(CountDownLatch interrupted) throws InterruptedException {
        try {
            return new CountDownLatch(1).await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    @Test
    void recoveryReadsTheTimeUntilTheNextExpiry() {
        assertThat(recoveries.untilNext(SOON)).isEmpty();

        rows.insertAll(
                TaskRow.of("noop")
                        .started("now()")
                        .attempts(1)
                        .version(1)
                        .executing("another", "now() + interval '1 h'"),
                TaskRow.of("noop")
                        .started("now()")
                        .attempts(1)
                        .version(1)
                        .executing("another", "now() + interval '4 s'"));

        assertThat(recoveries.untilNext(SOON))
                .hasValueSatisfying(until -> assertThat(until).isBetween(Duration.ZERO, Duration.ofSeconds(4)));
        rows.execute("update rowmill_task set expiry = now() - interval '1 s' where expiry < now() + interval '1 min'");
        assertThat(recoveries.untilNext(SOON))
                .hasValueSatisfying(until -> assertThat(until).isNegative());
    }
}
