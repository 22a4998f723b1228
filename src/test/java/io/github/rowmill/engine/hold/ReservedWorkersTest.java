package io.github.rowmill.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests workers and connections that are reserved for tasks of a transaction before its commit. */
@Timeout(30)
class ReservedWorkersTest extends ThreeWorkersTest {

    @Test
    void reservedWorkersAreNotFreeUntilTheirRelease() {
        assertThat(held.reserve("a", workers(2))).isEqualTo(3);

        assertThat(held.reserve("b", workers(2))).isZero();
        assertThat(room("a", 0)).isEqualTo(1);
        held.release("a", workers(2));

        assertThat(held.reserve("b", workers(2))).isEqualTo(3);
    }

    @Test
    void aReservationIsLimitedByTheQueueAndTheFreeWorkers() {
        add("a");
        next(held);

        assertThat(held.reserve("narrow", workers(3))).isZero();
        assertThat(held.reserve("narrow", workers(2))).isEqualTo(2);
        assertThat(held.reserve("a", workers(1))).isZero();
    }

    @Test
    void aHeldTaskGetsAWorkerBeforeAReservation() {
        add("narrow", "narrow");
        held.putBack(next(held).get(1));

        assertThat(held.reserve("narrow", workers(1))).isZero();
    }

    @Test
    void aReservationCountsAsHeldUntilItsRelease() throws InterruptedException {
        held.reserve("a", workers(2));

        assertThat(held.size()).isEqualTo(2);
        assertThat(held.isWorthAClaim()).isFalse();
        assertThat(held.awaitEmpty(Duration.ZERO)).isFalse();
        held.release("a", workers(2));

        assertThat(held.awaitEmpty(Duration.ZERO)).isTrue();
        assertThat(held.isWorthAClaim()).isTrue();
        assertThat(held.queues()).isZero();
    }

    @Test
    void noWorkerIsReservedBesideATaskInQuarantine() {
        HeldTask suspect = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        held.add(suspect);

        assertThat(held.reserve("b", workers(1))).isZero();
        held.settled(suspect.task().lease());

        assertThat(held.reserve("b", workers(1))).isEqualTo(3);
    }

    @Test
    void aTransactionalTaskHasItsConnectionUntilItsHandlerEnds() {
        Connections two = new Connections(2);
        HeldTasks scarce = new HeldTasks(3, two, queue -> 3, ticker);
        HeldTask first = transactional();
        scarce.add(first);
        scarce.add(inHand("a"));
        int claimed = two.free();
        scarce.next();

        scarce.settled(first.task().lease());
        int settled = two.free();
        scarce.ran(first);

        assertThat(List.of(claimed, settled, two.free())).containsExactly(1, 1, 2);
        assertThat(two.hasMore()).isTrue();
        assertThat(scarce.isWorthAClaim()).isTrue();
    }

    @Test
    void aTransactionalTaskGivenBackFreesItsConnection() {
        Connections one = new Connections(1);
        HeldTasks scarce = new HeldTasks(3, one, queue -> 3, ticker);
        scarce.add(transactional());

        scarce.takeWaiting(any -> true);

        assertThat(one.free()).isEqualTo(1);
    }

    @Test
    void noWorkersAreReservedWithoutTheirConnections() {
        HeldTasks scarce = new HeldTasks(3, new Connections(1), queue -> 3, ticker);

        assertThat(scarce.reserve("a", new Demand(2, 2))).isZero();
        assertThat(scarce.reserve("a", new Demand(2, 1))).isEqualTo(3);
        assertThat(scarce.reserve("a", new Demand(1, 1))).isZero();
        assertThat(scarce.reserve("a", workers(1))).isEqualTo(1);
        scarce.release("a", new Demand(2, 1));
        assertThat(scarce.reserve("a", new Demand(1, 1))).isEqualTo(2);
    }
}
