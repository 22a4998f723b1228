package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Claims from several queues in passes: one claim from each queue, then another pass over those that may hold
 * more. A queue that is expected to hold something due is in the next pass. So no queue waits for the end of a
 * flood in others. Passes run under the claimer's lock; {@link #expect} is safe for all threads.
 */
final class Passes {

    /**
     * Passes end after this time, so that the next tick looks at all queues. Settled tasks start the next round.
     */
    private static final Duration MAX_TIME = Duration.ofSeconds(1);

    private final QueueClaim claim;
    private final ScarceTypes scarce;
    private final Predicate<String> worksOn;
    private final BooleanSupplier mayClaim;
    private final Runnable progress;
    private final Ticker ticker;
    private final RoundOrder order = new RoundOrder();
    private final Set<String> expected = ConcurrentHashMap.newKeySet();
    /** Queues in which tasks have become due before the place at which the next claim would begin. */
    private final Set<String> expectedAtHead = ConcurrentHashMap.newKeySet();

    private final Set<String> mayHaveMore = ConcurrentHashMap.newKeySet();
    /** Queues with tasks that a claim passed over. They are claimed from again when such a task may start. */
    private final Set<String> passedOver = ConcurrentHashMap.newKeySet();

    private volatile BiConsumer<String, Duration> deferred = (queue, time) -> {};
    private volatile BiConsumer<String, Duration> headLeft = (queue, time) -> {};

    /**
     * @param worksOn whether this node claims from a queue
     * @param mayClaim whether claims may go on
     * @param progress called after each claim
     */
    Passes(
            QueueClaim claim,
            ScarceTypes scarce,
            Predicate<String> worksOn,
            BooleanSupplier mayClaim,
            Runnable progress,
            Ticker ticker) {
        this.claim = claim;
        this.scarce = scarce;
        this.worksOn = worksOn;
        this.mayClaim = mayClaim;
        this.progress = progress;
        this.ticker = ticker;
    }

    /**
     * Calls {@code listener} with each queue whose rules defer tasks, and with the time until they allow more.
     */
    void onDeferred(BiConsumer<String, Duration> listener) {
        deferred = listener;
    }

    /**
     * Calls {@code listener} with each queue that was claimed from without a look at its head, and with the time until
     * the look.
     */
    void onHeadLeft(BiConsumer<String, Duration> listener) {
        headLeft = listener;
    }

    /** Notes that a queue may hold something due. */
    void expect(String queue) {
        expected.add(queue);
    }

    /** Notes that tasks with an old due time may have become due in a queue. */
    void expectAtHead(String queue) {
        expectedAtHead.add(queue);
        expected.add(queue);
    }

    /** Returns whether a queue had more when it was last claimed from. */
    boolean mayHaveMore(String queue) {
        return mayHaveMore.contains(queue) || passedOver.contains(queue);
    }

    /** Returns whether any queue had more when it was last claimed from, and a claim may take some of it. */
    boolean mayHaveMore() {
        return !mayHaveMore.isEmpty() || (!passedOver.isEmpty() && scarce.areFree());
    }

    /**
     * Claims from the queues that are expected to hold something, and from those that may hold more. Returns the
     * number of tasks claimed.
     */
    int claim() {
        return claim(next(), Map.of());
    }

    /** Claims from queues in which a look has just shown something due. Returns the number of tasks claimed. */
    int claim(Map<String, DueQueues.Due> shown) {
        return claim(shown.keySet(), shown);
    }

    private int claim(Collection<String> first, Map<String, DueQueues.Due> shown) {
        long since = ticker.nanos();
        Pass pass = mayClaim.getAsBoolean() ? pass(first, shown) : Pass.NONE;
        int claimed = pass.claimed();
        while (pass.goesOn() && mayClaim.getAsBoolean() && ticker.since(since).compareTo(MAX_TIME) < 0) {
            pass = pass(next(), Map.of());
            claimed += pass.claimed();
        }
        return claimed;
    }

    private Set<String> next() {
        Set<String> queues = new HashSet<>(expected);
        expected.removeAll(queues);
        queues.addAll(mayHaveMore);
        if (scarce.areFree()) {
            queues.addAll(passedOver);
        }
        return queues;
    }

    /** The result of one claim from each queue. */
    private record Pass(int claimed, boolean goesOn) {

        private static final Pass NONE = new Pass(0, false);
    }

    /**
     * Makes one claim from each queue. The queues take turns at being first, and each leaves the later ones their
     * share of the room.
     */
    private Pass pass(Collection<String> queues, Map<String, DueQueues.Due> shown) {
        Set<String> own = new TreeSet<>(queues);
        own.removeIf(worksOn.negate());
        long since = ticker.nanos();
        int claimed = 0;
        boolean more = false;
        for (RoundOrder.Turn turn : order.next(own, claim::weight)) {
            DueQueues.Due due = shown.get(turn.queue());
            if (due == null && expectedAtHead.remove(turn.queue())) {
                claim.expectAtHead(turn.queue());
            }
            QueueClaim.Result result = claim.claim(turn, due);
            progress.run();
            remember(mayHaveMore, turn.queue(), result.mayHaveMore(), due != null);
            remember(passedOver, turn.queue(), result.passedOver(), due != null);
            claimed += result.count();
            more |= result.goesOn() || (result.passedOver() && scarce.mayGoOn());
            result.next().later().ifPresent(time -> deferred.accept(turn.queue(), time));
            if (!result.untilHead().isZero()) {
                headLeft.accept(turn.queue(), result.untilHead());
            }
        }
        claim.passTook(ticker.since(since));
        return new Pass(claimed, more);
    }

    /**
     * Records whether a queue belongs to some queues after a claim. A claim after a walk removes no queue, because
     * another thread may have found more since the walk began. The next claim of the queue does.
     */
    private static void remember(Set<String> queues, String queue, boolean belongs, boolean isAfterWalk) {
        if (belongs) {
            queues.add(queue);
        } else if (!isAfterWalk) {
            queues.remove(queue);
        }
    }
}
