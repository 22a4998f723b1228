package io.github.rowmill.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how many more tasks a node may claim, in addition to those that it holds. */
@Timeout(30)
class HeldTasksRoomTest extends ThreeWorkersTest {

    @Test
    void theRoomIncludesTheWorkersAndTheTasksAhead() {
        assertThat(room("a", 0)).isEqualTo(3);
        assertThat(room("a", 5)).isEqualTo(8);
        assertThat(room("narrow", 5)).isEqualTo(7);
    }

    @Test
    void waitingRunningAndSettlingTasksTakeRoom() {
        add("a", "a", "a", "a");
        HeldTask ran = next(held).get(0);

        held.ran(ran);

        assertThat(room("a", 5)).isEqualTo(4);
        held.settled(ran.task().lease());
        assertThat(room("a", 5)).isEqualTo(5);
    }

    @Test
    void tasksOfOtherQueuesTakeRoomOfTheNode() {
        add("a", "a");
        next(held);

        assertThat(room("b", 0)).isEqualTo(1);
        assertThat(room("narrow", 0)).isEqualTo(1);
    }

    @Test
    void roomIsNeverNegative() {
        add("a", "a", "a", "a", "a");

        assertThat(room("a", 0)).isZero();
    }

    @Test
    void aTaskInQuarantineLeavesNoRoom() {
        HeldTask quarantined = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        held.add(quarantined);

        assertThat(room("a", 100)).isZero();
        assertThat(room("b", 100)).isZero();
        held.settled(quarantined.task().lease());
        assertThat(room("a", 0)).isEqualTo(3);
    }

    @Test
    void tasksWithoutAWorkerTakeNoRoomOfOtherQueues() {
        add("narrow", "narrow", "narrow", "narrow", "narrow", "narrow", "narrow");
        next(held);

        assertThat(room("a", 0)).isEqualTo(1);
        assertThat(room("narrow", 5)).isZero();
    }

    @Test
    void aNodeHoldsAtMostFourThousandTasksThatDoNotRun() {
        for (int i = 0; i < 4002; i++) {
            add("narrow");
        }
        next(held);

        assertThat(room("a", 4000)).isEqualTo(1);
    }

    @Test
    void lostWorkersGiveNoRoomUntilTheyComeBack() {
        add("a", "a", "a");
        List<HeldTask> hanging = next(held);
        hanging.subList(0, 2).forEach(this::abandon);

        assertThat(held.lost()).isEqualTo(2);
        assertThat(held.room("b", 1, live -> 10 * live)).isEqualTo(10);
        abandon(hanging.get(2));
        assertThat(held.room("b", 1, live -> 10 * live)).isZero();
        assertThat(held.isWorthAClaim()).isFalse();
        hanging.forEach(held::ran);
        assertThat(held.lost()).isZero();
        assertThat(held.room("b", 1, live -> 10 * live)).isEqualTo(33);
        assertThat(held.isWorthAClaim()).isTrue();
    }

    @Test
    void workersThatEndedBeforeTheyWereAbandonedAreNotLost() {
        add("a");
        HeldTask task = next(held).get(0);
        held.ran(task);

        abandon(task);

        assertThat(held.lost()).isZero();
        assertThat(room("a", 0)).isEqualTo(3);
    }

    @Test
    void aHandlerOfASettledTaskKeepsItsWorkerUntilItsEnd() {
        add("a");
        HeldTask task = next(held).get(0);

        held.settled(task.task().lease());

        assertThat(held.lost()).isZero();
        assertThat(held.running()).isEqualTo(1);
        assertThat(room("a", 5)).isEqualTo(7);
        held.ran(task);
        assertThat(room("a", 5)).isEqualTo(8);
    }

    @Test
    void anEmptyQueueMayHoldOneTaskAfterAWorkerCameFree() {
        add("a", "a", "a", "a");
        HeldTask first = next(held).get(0);
        ticker.pass(Duration.ofSeconds(1));
        int whileNoneEnds = room("b", 0);

        held.ran(first);

        assertThat(whileNoneEnds).isZero();
        assertThat(room("b", 0)).isEqualTo(1);
        add("b");
        assertThat(room("b", 0)).isZero();
        ticker.pass(Duration.ofMillis(51));
        assertThat(room("c", 0)).isZero();
    }

    @Test
    void aNodeHoldsNoMoreCrashedTasksThanItCanRun() {
        add("a", "a", "a", "a", "a", "narrow", "narrow", "narrow");
        next(held);
        HeldTask recovered = recovered("narrow");
        held.add(recovered);

        assertThat(held.roomForRecovered("narrow")).isEqualTo(1);
        assertThat(held.roomForRecovered("a")).isEqualTo(2);

        held.add(recovered("a"));
        held.add(recovered("a"));
        assertThat(held.roomForRecovered("narrow")).isZero();

        held.settled(recovered.task().lease());
        assertThat(held.roomForRecovered("narrow")).isEqualTo(1);
    }
}
