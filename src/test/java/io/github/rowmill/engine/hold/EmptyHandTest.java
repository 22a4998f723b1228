package io.github.rowmill.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the wait until a node holds no task. */
@Timeout(30)
class EmptyHandTest extends ThreeWorkersTest {

    @Test
    void theWaitEndsAtOnceIfNoTaskIsHeld() throws InterruptedException {
        assertThat(held.awaitEmpty(Duration.ofDays(1))).isTrue();
    }

    @Test
    void theWaitEndsWhenTheLastTaskIsSettled() throws InterruptedException {
        HeldTasks real = new HeldTasks(3, UNLIMITED, queue -> 3, new Ticker());
        HeldTask task = inHand("a");
        real.add(task);
        CompletableFuture<Void> settling =
                Side.run(() -> real.settled(task.task().lease()));

        assertThat(real.awaitEmpty(Duration.ofDays(1))).isTrue();

        settling.join();
    }

    @Test
    void theWaitLastsUntilTheWorkerOfTheLastTaskIsFree() throws InterruptedException {
        HeldTasks real = new HeldTasks(1, UNLIMITED, queue -> 1, new Ticker());
        HeldTask task = inHand("a");
        real.add(task);
        real.next();
        real.settled(task.task().lease());

        assertThat(real.awaitEmpty(Duration.ofMillis(20))).isFalse();

        CompletableFuture<?> running = Side.begin(() -> Optional.ofNullable(real.ran(task)));
        assertThat(real.awaitEmpty(Duration.ofDays(1))).isTrue();
        assertThat(real.room("a", 1, live -> 0)).isEqualTo(1);
        running.join();
    }

    @Test
    void theWaitDoesNotLastForAnAbandonedHandler() throws InterruptedException {
        HeldTasks real = new HeldTasks(1, UNLIMITED, queue -> 1, new Ticker());
        HeldTask task = inHand("a");
        real.add(task);
        real.next();
        real.settled(task.task().lease());
        CompletableFuture<?> losing = Side.begin(() -> real.lost(task));

        assertThat(real.awaitEmpty(Duration.ofDays(1))).isTrue();

        losing.join();
    }

    @Test
    void theWaitEndsAtItsTimeoutIfATaskIsHeld() throws InterruptedException {
        HeldTasks real = new HeldTasks(3, UNLIMITED, queue -> 3, new Ticker());
        real.add(inHand("a"));
        add("a");

        assertThat(real.awaitEmpty(Duration.ofMillis(20))).isFalse();
        assertThat(held.awaitEmpty(Duration.ZERO)).isFalse();
    }
}
