package io.github.rowmill.engine.claim;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.node.loop.Rounds;
import io.github.rowmill.node.loop.ScheduledLoop;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * Claims due tasks for this node. The scheduler's tick is the fallback; local commits and settled tasks wake the
 * claimer at once. Only one round runs at a time, on the thread that calls it.
 */
@Singleton
public class Claimer implements ScheduledLoop {

    private final QueueClaim claim;
    private final Quarantine quarantine;
    private final RowmillConfig config;
    private final NodeState node;
    private final Ticker ticker;
    private final PollInterval interval;
    private final Rounds rounds;

    /** Fair, so that wake-ups do not overtake the tick in a flood. */
    private final ReentrantLock round = new ReentrantLock(true);

    private final Passes passes;
    private volatile boolean hasClaimed;
    private volatile boolean stopped;

    Claimer(QueueClaim claim, Quarantine quarantine, RowmillConfig config, NodeState node, Loops loops, Ticker ticker) {
        this.claim = claim;
        this.quarantine = quarantine;
        this.config = config;
        this.node = node;
        this.ticker = ticker;
        this.interval = new PollInterval(config.pollInterval(), ticker);
        this.passes = new Passes(claim, claim.scarce(), this::worksOn, this::mayClaim, this::goesOn, ticker);
        this.rounds = loops.rounds("claim", Loops.Kind.VITAL, config.pollInterval());
    }

    @Override
    @Scheduled(
            identity = "rowmill-claim",
            every = "{rowmill.poll-interval}",
            concurrentExecution = ConcurrentExecution.SKIP,
            executeWith = Scheduled.SIMPLE)
    public void tick() {
        rounds.onceIf(node.isOpen() && interval.isDue(), this::claimOnce);
    }

    /**
     * Runs one round over all queues that hold something due. Claims while there is room and claims come back
     * full. Returns the number of tasks claimed. Other threads may make rounds during the walk over the queues, which
     * takes seconds if a transaction keeps many dead index entries.
     */
    public int claimOnce() {
        if (!hasClaimed) {
            claim.rehearse();
        }
        long since = ticker.nanos();
        DueQueues.Walk walk = claim.walk(this::goesOn);
        Duration took = ticker.since(since);
        round.lock();
        try {
            interval.looked(took);
            return stopped ? 0 : claimFrom(claim.queues(walk, took));
        } finally {
            round.unlock();
        }
    }

    private int claimFrom(DueQueues.Queues queues) {
        boolean quarantined = quarantine.claimFrom(
                workedOn(queues.withQuarantined()),
                !workedOn(queues.due().keySet()).isEmpty());
        int claimed = passes.claim(queues.due()) + (quarantined ? 1 : 0);
        interval.asked(claimed > 0);
        hasClaimed = true;
        return claimed;
    }

    /** Notes that a queue may hold something due. The next pass claims from it, even if a round is under way. */
    public void expect(String queue) {
        passes.expect(queue);
    }

    /**
     * Notes that tasks of a queue have become due again, with their old due times. Claims may have gone on behind these
     * tasks, so a look at the head of the queue follows soon.
     */
    public void expectAtHead(String queue) {
        passes.expectAtHead(queue);
    }

    /**
     * Runs a round over these queues, over expected queues, and over queues that may hold more than was claimed
     * last time. Returns the number of tasks claimed.
     */
    public int claimFrom(Collection<String> queues) {
        queues.forEach(this::expect);
        round.lock();
        try {
            if (quarantine.comesFirst()) {
                return claimOnce();
            }
            int claimed = passes.claim();
            if (claimed > 0) {
                interval.reset();
            }
            return claimed;
        } finally {
            round.unlock();
        }
    }

    /**
     * Runs an action between two rounds, if this node has no sign of other waiting tasks in the queue.
     *
     * @return the result of the action, or 0 if it was not run. It is not run while another thread makes a round,
     *     because the caller does not wait for that thread
     */
    int ifQuiet(String queue, IntSupplier action) {
        if (!round.tryLock()) {
            return 0;
        }
        try {
            boolean isQuiet =
                    hasClaimed && !stopped && node.isOpen() && !passes.mayHaveMore(queue) && !quarantine.comesFirst();
            return isQuiet ? action.getAsInt() : 0;
        } finally {
            round.unlock();
        }
    }

    /** Records that tasks were claimed outside of a round. */
    void claimedAtCommit() {
        interval.reset();
    }

    private boolean mayClaim() {
        return !stopped && !quarantine.isClearing();
    }

    /**
     * Keeps the tick's sign of life fresh during a round. A round may be long, and the tick waits for it,
     * whichever thread runs it.
     */
    private void goesOn() {
        rounds.pulse().goesOn();
    }

    /**
     * Returns whether this node can take {@code count} new tasks alone, so that waking other nodes for them would
     * be useless.
     */
    public boolean hasRoomFor(String queue, String type, int count) {
        return node.isOpen() && worksOn(queue, type) && claim.hasRoomFor(queue, type, count);
    }

    /** Returns whether this node claims tasks of this queue and type. */
    public boolean worksOn(String queue, String type) {
        return worksOn(queue) && claim.handles(type);
    }

    /** Returns whether this node works on a queue. */
    public boolean worksOn(String queue) {
        return config.onlyQueues().map(only -> only.contains(queue)).orElse(true);
    }

    private Set<String> workedOn(Collection<String> queues) {
        return queues.stream().filter(this::worksOn).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether a queue had more when it was last claimed from, so that a free worker is worth a claim. */
    public boolean hasMoreToClaim() {
        return passes.mayHaveMore() || quarantine.comesFirst();
    }

    /**
     * Calls {@code listener} with each queue whose rules defer tasks, and with the time until they allow more.
     */
    public void onDeferred(BiConsumer<String, Duration> listener) {
        passes.onDeferred(listener);
    }

    /**
     * Calls {@code listener} with each queue that was claimed from without a look at its head, and with the time until
     * the look.
     */
    public void onHeadLeft(BiConsumer<String, Duration> listener) {
        passes.onHeadLeft(listener);
    }

    /** Returns whether a round over all queues has been completed. */
    public boolean hasClaimed() {
        return hasClaimed;
    }

    /** Returns the sign of life of the tick. */
    @Override
    public LoopActivity pulse() {
        return rounds.pulse();
    }

    @Override
    public Duration interval() {
        return config.pollInterval();
    }

    /** Stops claiming for good. Waits for a round that is under way, but at most {@code most}. */
    public void stop(Duration most) throws InterruptedException {
        node.close();
        stopped = true;
        if (round.tryLock(most.toNanos(), TimeUnit.NANOSECONDS)) {
            round.unlock();
        }
    }
}
