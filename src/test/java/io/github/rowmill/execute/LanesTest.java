package io.github.rowmill.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.clock.SettableTicker;
import io.github.rowmill.clock.Ticker;
import io.github.rowmill.payload.TestTypes;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LanesTest {

    private final SettableTicker ticker = new SettableTicker();
    private final Map<String, Integer> limits = Map.of("narrow", 2);
    private final Lanes lanes = lanes(3);
    private long lastId;

    // What is remembered

    @Test
    void aQueueIsForgottenWhenNothingOfItIsInHandAndAskingForItDoesNotBringItBack() {
        add("a", "b");
        List<InHand> all = lanes.next();

        all.forEach(lanes::settled);
        int stillRunning = lanes.queues();
        all.forEach(lanes::ran);
        lanes.room("c", 1);
        lanes.waiting("d");

        assertThat(stillRunning).isEqualTo(2);
        assertThat(lanes.queues()).isZero();
    }

    // Who may run

    @Test
    void noMoreRunThanTheNodeHasWorkers() {
        add("a", "a", "a", "a");

        assertThat(lanes.next()).hasSize(3);
        assertThat(lanes.next()).isEmpty();
        assertThat(lanes.running()).isEqualTo(3);
    }

    @Test
    void noMoreRunThanTheirQueueAllows() {
        add("narrow", "narrow", "narrow");

        assertThat(lanes.next()).hasSize(2);
        assertThat(lanes.waiting("narrow")).isEqualTo(1);
    }

    @Test
    void fullQueueLeavesTheWorkersToOthers() {
        add("narrow", "narrow", "narrow", "a", "a");

        assertThat(queues(lanes.next())).containsExactlyInAnyOrder("narrow", "narrow", "a");
    }

    @Test
    void tasksOfAQueueRunInTheOrderTheyCame() {
        add("a", "a", "a");

        assertThat(lanes.next()).extracting(InHand::id).containsExactly(1L, 2L, 3L);
    }

    @Test
    void queuesTakeTurns() {
        add("a", "a", "a", "b", "b");

        assertThat(queues(lanes.next())).containsExactly("a", "b", "a");
    }

    @Test
    void queuesTakeTurnsWithOneWorkerToo() {
        Lanes single = lanes(1);
        List.of("a", "a", "a", "b", "b", "c").forEach(queue -> single.add(inHand(queue)));

        List<String> order = new ArrayList<>();
        for (InHand next = single.next().get(0); next != null; next = single.ran(next)) {
            order.add(next.queue());
        }

        assertThat(order).containsExactly("a", "b", "c", "a", "b", "a");
    }

    @Test
    void workerThatComesFreeTakesTheNext() {
        add("a", "a", "a", "a");
        InHand first = lanes.next().get(0);

        InHand next = lanes.ran(first);

        assertThat(next).extracting(InHand::id).isEqualTo(4L);
        assertThat(lanes.next()).isEmpty();
    }

    // Room

    @Test
    void roomIsForTheWorkersAndThoseAhead() {
        assertThat(lanes.room("a", 0)).isEqualTo(3);
        assertThat(lanes.room("a", 5)).isEqualTo(8);
        assertThat(lanes.room("narrow", 5)).isEqualTo(7);
    }

    @Test
    void waitingRunningAndSettlingTasksTakeRoom() {
        add("a", "a", "a", "a");
        InHand ran = lanes.next().get(0);

        lanes.ran(ran);

        assertThat(lanes.room("a", 5)).isEqualTo(4);
        lanes.settled(ran);
        assertThat(lanes.room("a", 5)).isEqualTo(5);
    }

    @Test
    void tasksOfOtherQueuesTakeRoomOfTheNode() {
        add("a", "a");

        assertThat(lanes.room("b", 0)).isEqualTo(1);
        assertThat(lanes.room("narrow", 0)).isEqualTo(1);
    }

    @Test
    void roomIsNeverNegative() {
        add("a", "a", "a", "a", "a");

        assertThat(lanes.room("a", 0)).isZero();
    }

    @Test
    void noRoomBesideATaskInQuarantine() {
        InHand quarantined = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        lanes.add(quarantined);

        assertThat(lanes.room("a", 100)).isZero();
        assertThat(lanes.room("b", 100)).isZero();
        lanes.settled(quarantined);
        assertThat(lanes.room("a", 0)).isEqualTo(3);
    }

    // In hand

    @Test
    void taskIsInHandUntilItIsSettled() {
        add("a");
        InHand task = lanes.next().get(0);

        lanes.ran(task);
        assertThat(lanes.all()).containsExactly(task);

        lanes.settled(task);
        assertThat(lanes.all()).isEmpty();
        assertThat(lanes.size()).isZero();
    }

    @Test
    void taskIsSettledOnce() {
        add("a", "a");
        InHand task = lanes.next().get(0);

        lanes.settled(task);
        lanes.settled(task);

        assertThat(lanes.size()).isEqualTo(1);
        assertThat(lanes.room("a", 0)).isEqualTo(2);
    }

    /** After a recovery, a node may claim a task whose lost attempt it still has in hand. */
    @Test
    void twoAttemptsOfOneTaskAreTwoThingsInHand() {
        InHand lost = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        InHand own = inHand(ClaimedTasks.claimed(new Lease(1, 3), "a", 2, 3));
        lanes.add(lost);
        lanes.add(own);

        assertThat(lanes.all()).containsExactlyInAnyOrder(lost, own);
        lanes.settled(own);
        assertThat(lanes.all()).containsExactly(lost);
        lanes.settled(lost);
        assertThat(lanes.room("a", 0)).isEqualTo(3);
    }

    @Test
    void takenWaitersDoNotRunButStayInHand() {
        add("a", "a", "a", "a", "b");
        lanes.next();

        assertThat(lanes.takeWaiting()).hasSize(2);

        assertThat(lanes.next()).isEmpty();
        assertThat(lanes.waiting("a")).isZero();
        assertThat(lanes.size()).isEqualTo(5);
    }

    @Test
    void emptyHandNeedsNoWaiting() throws InterruptedException {
        assertThat(lanes.awaitEmpty(ticker, Duration.ofDays(1))).isTrue();
    }

    @Test
    void waitEndsWhenTheLastIsSettled() throws InterruptedException {
        add("a");
        InHand task = lanes.next().get(0);
        CompletableFuture<Void> settling = CompletableFuture.runAsync(() -> lanes.settled(task));

        assertThat(lanes.awaitEmpty(new Ticker(), Duration.ofDays(1))).isTrue();

        settling.join();
    }

    @Test
    void waitEndsInTimeWithSomethingInHand() throws InterruptedException {
        add("a");

        assertThat(lanes.awaitEmpty(new Ticker(), Duration.ofMillis(20))).isFalse();
        assertThat(lanes.awaitEmpty(ticker, Duration.ZERO)).isFalse();
    }

    private Lanes lanes(int workers) {
        return new Lanes(workers, queue -> limits.getOrDefault(queue, workers));
    }

    private void add(String... queues) {
        List.of(queues).forEach(queue -> lanes.add(inHand(queue)));
    }

    private InHand inHand(String queue) {
        return inHand(ClaimedTasks.claimed(++lastId, queue));
    }

    private InHand inHand(Claimed task) {
        return new InHand(task, TestTypes.type("report"), ticker, ticker.nanos(), Duration.ofSeconds(30));
    }

    private static List<String> queues(List<InHand> tasks) {
        return tasks.stream().map(InHand::queue).toList();
    }
}
