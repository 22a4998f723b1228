package io.github.rowmill.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which of the tasks that a node holds may run, and how long it holds them. */
@Timeout(30)
class HeldTasksTest extends ThreeWorkersTest {

    @Test
    void aQueueWithoutHeldTasksIsForgotten() {
        add("a", "b");
        List<HeldTask> all = next(held);

        all.forEach(task -> held.settled(task.task().lease()));
        int stillRunning = held.queues();
        all.forEach(held::ran);
        room("c", 1);
        held.waiting("d");

        assertThat(stillRunning).isEqualTo(2);
        assertThat(held.queues()).isZero();
    }

    @Test
    void noMoreTasksRunThanTheNodeHasWorkers() {
        add("a", "a", "a", "a");

        assertThat(next(held)).hasSize(3);
        assertThat(next(held)).isEmpty();
        assertThat(held.running()).isEqualTo(3);
    }

    @Test
    void noMoreTasksRunThanTheirQueueAllows() {
        add("narrow", "narrow", "narrow");

        assertThat(next(held)).hasSize(2);
        assertThat(held.waiting("narrow")).isEqualTo(1);
    }

    @Test
    void aFullQueueLeavesWorkersToOtherQueues() {
        add("narrow", "narrow", "narrow", "a", "a");

        assertThat(queues(next(held))).containsExactlyInAnyOrder("narrow", "narrow", "a");
    }

    @Test
    void tasksOfAQueueRunInTheOrderTheyCame() {
        add("a", "a", "a");

        assertThat(next(held)).extracting(HeldTask::id).containsExactly(1L, 2L, 3L);
    }

    @Test
    void queuesTakeTurns() {
        add("a", "a", "a", "b", "b");

        assertThat(queues(next(held))).containsExactly("a", "b", "a");
    }

    @Test
    void queuesTakeTurnsWithOneWorkerToo() {
        HeldTasks single = held(1);
        List.of("a", "a", "a", "b", "b", "c").forEach(queue -> single.add(inHand(queue)));

        List<String> order = new ArrayList<>();
        for (HeldTask next = next(single).get(0); next != null; next = single.ran(next)) {
            order.add(next.queue());
        }

        assertThat(order).containsExactly("a", "b", "c", "a", "b", "a");
    }

    @Test
    void aFreedWorkerTakesTheNextTask() {
        add("a", "a", "a", "a");
        HeldTask first = next(held).get(0);

        HeldTask next = held.ran(first);

        assertThat(next).extracting(HeldTask::id).isEqualTo(4L);
        assertThat(next(held)).isEmpty();
    }

    @Test
    void aTaskWithoutAThreadIsTheNextToRun() {
        add("a", "a", "a", "a");
        List<HeldTask> started = next(held);

        held.putBack(started.get(2));

        assertThat(held.running()).isEqualTo(2);
        assertThat(held.next()).isSameAs(started.get(2));
    }

    @Test
    void aTaskIsHeldUntilItIsSettled() {
        add("a");
        HeldTask task = next(held).get(0);

        held.ran(task);
        assertThat(held.all()).containsExactly(task);

        held.settled(task.task().lease());
        assertThat(held.all()).isEmpty();
        assertThat(held.size()).isZero();
    }

    @Test
    void taskIsSettledOnce() {
        add("a", "a");
        HeldTask task = next(held).get(0);

        held.settled(task.task().lease());
        held.settled(task.task().lease());
        held.ran(task);

        assertThat(held.size()).isEqualTo(1);
        assertThat(room("a", 0)).isEqualTo(2);
    }

    /** After a recovery, a node may claim a task whose lost attempt it still holds. */
    @Test
    void twoAttemptsOfOneTaskAreHeldSeparately() {
        HeldTask lost = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        HeldTask own = inHand(ClaimedTasks.claimed(new Lease(1, 3), "a", 2, 3));
        held.add(lost);
        held.add(own);

        assertThat(held.all()).containsExactlyInAnyOrder(lost, own);
        held.settled(own.task().lease());
        assertThat(held.all()).containsExactly(lost);
        held.settled(lost.task().lease());
        assertThat(room("a", 0)).isEqualTo(3);
    }

    @Test
    void takenTasksDoNotRunButStayHeld() {
        add("a", "a", "a", "a", "b");
        next(held);

        assertThat(held.takeWaiting(any -> true)).hasSize(2);

        assertThat(next(held)).isEmpty();
        assertThat(held.waiting("a")).isZero();
        assertThat(held.size()).isEqualTo(5);
    }

    @Test
    void onlyTasksThatWaitedLongAreTaken() {
        add("a", "a", "a", "a", "b");
        next(held);
        ticker.pass(Duration.ofSeconds(1));
        long moment = ticker.nanos();
        ticker.pass(Duration.ofSeconds(1));
        add("b", "a");

        assertThat(held.takeWaiting(task -> task.isInHandSince(moment)))
                .extracting(HeldTask::id)
                .containsExactlyInAnyOrder(3L, 4L);
        assertThat(held.waiting("a") + held.waiting("b")).isEqualTo(2);
    }
}
