package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HeldTasksTest {

    private static final Connections UNLIMITED = new Connections(Integer.MAX_VALUE);

    private final SettableTicker ticker = new SettableTicker();
    private final Map<String, Integer> limits = Map.of("narrow", 2);
    private final HeldTasks held = held(3);
    private long lastId;

    // What is remembered

    @Test
    void aQueueIsForgottenWhenNothingOfItIsInHandAndAskingForItDoesNotBringItBack() {
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

    // Who may run

    @Test
    void noMoreRunThanTheNodeHasWorkers() {
        add("a", "a", "a", "a");

        assertThat(next(held)).hasSize(3);
        assertThat(next(held)).isEmpty();
        assertThat(held.running()).isEqualTo(3);
    }

    @Test
    void noMoreRunThanTheirQueueAllows() {
        add("narrow", "narrow", "narrow");

        assertThat(next(held)).hasSize(2);
        assertThat(held.waiting("narrow")).isEqualTo(1);
    }

    @Test
    void fullQueueLeavesTheWorkersToOthers() {
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
    void workerThatComesFreeTakesTheNext() {
        add("a", "a", "a", "a");
        HeldTask first = next(held).get(0);

        HeldTask next = held.ran(first);

        assertThat(next).extracting(HeldTask::id).isEqualTo(4L);
        assertThat(next(held)).isEmpty();
    }

    // Room

    @Test
    void roomIsForTheWorkersAndThoseAhead() {
        assertThat(room("a", 0)).isEqualTo(3);
        assertThat(room("a", 5)).isEqualTo(8);
        assertThat(room("narrow", 5)).isEqualTo(7);
    }

    // What is reserved

    @Test
    void workersThatArePromisedAreNobodyElsesUntilThatIsOver() {
        assertThat(held.reserve("a", workers(2))).isEqualTo(3);

        assertThat(held.reserve("b", workers(2))).isZero();
        assertThat(room("a", 0)).isEqualTo(1);
        held.release("a", workers(2));

        assertThat(held.reserve("b", workers(2))).isEqualTo(3);
    }

    @Test
    void noMoreArePromisedThanTheirQueueAllowsOrThanAreFree() {
        add("a");
        next(held);

        assertThat(held.reserve("narrow", workers(3))).isZero();
        assertThat(held.reserve("narrow", workers(2))).isEqualTo(2);
        assertThat(held.reserve("a", workers(1))).isZero();
    }

    @Test
    void whatWaitsForAWorkerComesBeforeAPromise() {
        add("narrow", "narrow");
        held.putBack(next(held).get(1));

        assertThat(held.reserve("narrow", workers(1))).isZero();
    }

    @Test
    void aPromiseCountsAsInHandAndTheEmptyHandIsAwaitedUntilItIsOver() throws InterruptedException {
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
    void nothingIsPromisedBesideATaskInQuarantine() {
        HeldTask suspect = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        held.add(suspect);

        assertThat(held.reserve("b", workers(1))).isZero();
        held.settled(suspect.task().lease());

        assertThat(held.reserve("b", workers(1))).isEqualTo(3);
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
    void noRoomBesideATaskInQuarantine() {
        HeldTask quarantined = inHand(ClaimedTasks.claimed(new Lease(1, 1), "a", 1, 2));
        held.add(quarantined);

        assertThat(room("a", 100)).isZero();
        assertThat(room("b", 100)).isZero();
        held.settled(quarantined.task().lease());
        assertThat(room("a", 0)).isEqualTo(3);
    }

    @Test
    void whatWaitsOfOneQueueTakesNoRoomOfOthers() {
        add("narrow", "narrow", "narrow", "narrow", "narrow", "narrow", "narrow");
        next(held);

        assertThat(room("a", 0)).isEqualTo(1);
        assertThat(room("narrow", 5)).isZero();
    }

    @Test
    void theNodeHoldsNoMoreThanFourThousandBesideThoseThatRun() {
        for (int i = 0; i < 4002; i++) {
            add("narrow");
        }
        next(held);

        assertThat(room("a", 4000)).isEqualTo(1);
    }

    @Test
    void lostWorkersAreNoRoomAndNobodyWaitsForThem() {
        add("a", "a", "a");
        List<HeldTask> hanging = next(held);
        hanging.subList(0, 2).forEach(this::abandon);

        assertThat(held.lost()).isEqualTo(2);
        assertThat(held.room("b", live -> 10 * live)).isEqualTo(10);
        abandon(hanging.get(2));
        assertThat(held.room("b", live -> 10 * live)).isZero();
        assertThat(held.isWorthAClaim()).isFalse();
        hanging.forEach(held::ran);
        assertThat(held.lost()).isZero();
        assertThat(held.room("b", live -> 10 * live)).isEqualTo(33);
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
    void aHandlerWhoseTaskIsSettledTakesAWorkerUntilItEndsAndIsNotLost() {
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
    void whereWorkersComeFreeAQueueThatHasNothingInHandMayHaveOneTaskWait() {
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
    void aTaskThatFoundNoThreadWaitsAgainBeforeTheOthers() {
        add("a", "a", "a", "a");
        List<HeldTask> started = next(held);

        held.putBack(started.get(2));

        assertThat(held.running()).isEqualTo(2);
        assertThat(held.next()).isSameAs(started.get(2));
    }

    // In hand

    @Test
    void taskIsInHandUntilItIsSettled() {
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

    /** After a recovery, a node may claim a task whose lost attempt it still has in hand. */
    @Test
    void twoAttemptsOfOneTaskAreTwoThingsInHand() {
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
    void takenWaitersDoNotRunButStayInHand() {
        add("a", "a", "a", "a", "b");
        next(held);

        assertThat(held.takeWaiting(any -> true)).hasSize(2);

        assertThat(next(held)).isEmpty();
        assertThat(held.waiting("a")).isZero();
        assertThat(held.size()).isEqualTo(5);
    }

    @Test
    void onlyThoseAreTakenThatHaveWaitedForLong() {
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

    @Test
    void emptyHandNeedsNoWaiting() throws InterruptedException {
        assertThat(held.awaitEmpty(Duration.ofDays(1))).isTrue();
    }

    @Test
    void waitEndsWhenTheLastIsSettled() throws InterruptedException {
        HeldTasks real = new HeldTasks(3, UNLIMITED, queue -> 3, new Ticker());
        HeldTask task = inHand("a");
        real.add(task);
        CompletableFuture<Void> settling =
                Side.run(() -> real.settled(task.task().lease()));

        assertThat(real.awaitEmpty(Duration.ofDays(1))).isTrue();

        settling.join();
    }

    @Test
    void waitDoesNotEndBeforeTheWorkerOfTheLastIsFree() throws InterruptedException {
        HeldTasks real = new HeldTasks(1, UNLIMITED, queue -> 1, new Ticker());
        HeldTask task = inHand("a");
        real.add(task);
        real.next();
        real.settled(task.task().lease());

        assertThat(real.awaitEmpty(Duration.ofMillis(20))).isFalse();

        CompletableFuture<?> running = Side.begin(() -> Optional.ofNullable(real.ran(task)));
        assertThat(real.awaitEmpty(Duration.ofDays(1))).isTrue();
        assertThat(real.room("a", live -> 0)).isEqualTo(1);
        running.join();
    }

    @Test
    void waitDoesNotLastForAHandlerThatWasAbandoned() throws InterruptedException {
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
    void waitEndsInTimeWithSomethingInHand() throws InterruptedException {
        HeldTasks real = new HeldTasks(3, UNLIMITED, queue -> 3, new Ticker());
        real.add(inHand("a"));
        add("a");

        assertThat(real.awaitEmpty(Duration.ofMillis(20))).isFalse();
        assertThat(held.awaitEmpty(Duration.ZERO)).isFalse();
    }

    // Connections

    @Test
    void aTransactionalTaskHasItsConnectionUntilItsHandlerIsOver() {
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
    void aTransactionalTaskThatIsGivenBackLeavesItsConnection() {
        Connections one = new Connections(1);
        HeldTasks scarce = new HeldTasks(3, one, queue -> 3, ticker);
        scarce.add(transactional());

        scarce.takeWaiting(any -> true);

        assertThat(one.free()).isEqualTo(1);
    }

    @Test
    void noWorkersArePromisedWithoutTheirConnections() {
        HeldTasks scarce = new HeldTasks(3, new Connections(1), queue -> 3, ticker);

        assertThat(scarce.reserve("a", new Demand(2, 2))).isZero();
        assertThat(scarce.reserve("a", new Demand(2, 1))).isEqualTo(3);
        assertThat(scarce.reserve("a", new Demand(1, 1))).isZero();
        assertThat(scarce.reserve("a", workers(1))).isEqualTo(1);
        scarce.release("a", new Demand(2, 1));
        assertThat(scarce.reserve("a", new Demand(1, 1))).isEqualTo(2);
    }

    // What crashed before

    @Test
    void asManyThatCrashedBeforeMayBeInHandAsRunAtOnceHoweverManyOthersWait() {
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

    private HeldTask recovered(String queue) {
        return inHand(ClaimedTasks.claimed(new Lease(++lastId, 2), queue, 2, 1));
    }

    private HeldTasks held(int workers) {
        return new HeldTasks(workers, UNLIMITED, queue -> limits.getOrDefault(queue, workers), ticker);
    }

    private static Demand workers(int count) {
        return new Demand(count, 0);
    }

    private int room(String queue, int ahead) {
        return held.room(queue, live -> ahead);
    }

    private static List<HeldTask> next(HeldTasks held) {
        return Stream.generate(held::next).takeWhile(Objects::nonNull).toList();
    }

    private void add(String... queues) {
        List.of(queues).forEach(queue -> held.add(inHand(queue)));
    }

    private void abandon(HeldTask task) {
        held.lost(task);
        held.settled(task.task().lease());
    }

    private HeldTask inHand(String queue) {
        return inHand(ClaimedTasks.claimed(++lastId, queue));
    }

    private HeldTask inHand(Claimed task) {
        return new HeldTask(task, TestTypes.type("report"), ticker, ticker.nanos(), Duration.ofSeconds(30));
    }

    private HeldTask transactional() {
        return new HeldTask(
                ClaimedTasks.claimed(++lastId, "a"),
                TestTypes.transactional("report"),
                ticker,
                ticker.nanos(),
                Duration.ofSeconds(30));
    }

    private static List<String> queues(List<HeldTask> tasks) {
        return tasks.stream().map(HeldTask::queue).toList();
    }
}
