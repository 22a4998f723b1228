package io.github.rowmill.engine.claim;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.Demand;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Pulse;
import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Rounds;
import io.github.rowmill.node.ScheduledLoop;
import io.github.rowmill.node.Ticker;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Claims due tasks for this node. The scheduler's tick is the back-stop; local commits and settled tasks wake it at once.
 * One round at a time, on whatever thread.
 */
@Singleton
public class Claimer implements ScheduledLoop {

    /** A queue in which new tasks were claimed in vain has rules, as a rule: it is claimed from as ever for so long. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final QueueClaim claim;
    private final Quarantine quarantine;
    private final RowmillConfig config;
    private final NodeState node;
    private final Ticker ticker;
    private final PollInterval interval;
    private final Rounds rounds;

    /** Fair, so that in a flood the tick is not passed over by wake-ups. */
    private final ReentrantLock round = new ReentrantLock(true);

    private final Passes passes;
    private final Map<String, Long> inVain = Collections.synchronizedMap(new Recent<>());
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

    /** One round over all queues that hold something due: claims while there is room and claims come back full. Returns how many tasks it claimed. */
    public int claimOnce() {
        round.lock();
        try {
            if (!hasClaimed) {
                claim.rehearse();
            }
            long since = ticker.nanos();
            DueQueues.Queues queues = claim.queues(this::goesOn);
            interval.looked(ticker.since(since));
            boolean quarantined = quarantine.claimFrom(
                    workedOn(queues.quarantined()),
                    !workedOn(queues.due().keySet()).isEmpty());
            int claimed = passes.claim(queues.due()) + (quarantined ? 1 : 0);
            interval.asked(claimed > 0);
            hasClaimed = true;
            return claimed;
        } finally {
            round.unlock();
        }
    }

    /** Notes that a queue may hold something due: the next pass claims from it, also if a round is under way. */
    public void expect(String queue) {
        passes.expect(queue);
    }

    /** A round over these queues, those that were expected, and those that may hold more than was claimed last time. Returns how many tasks it claimed. */
    public int claimFrom(Collection<String> queues) {
        queues.forEach(this::expect);
        round.lock();
        try {
            if (quarantine.comesFirst()) {
                return claimOnce();
            }
            int claimed = passes.claim();
            if (claimed > 0) {
                interval.hurry();
            }
            return claimed;
        } finally {
            round.unlock();
        }
    }

    /**
     * Keeps what tasks need that are about to be claimed in the transaction that enqueues them, where this node knows of
     * nothing else that waits in their queue. Returns how many workers were free; 0: the queue is to be claimed from as ever,
     * as it is by whoever makes a round now, for whom nobody waits.
     */
    int promise(String queue, Demand demand) {
        if (!config.claimAtCommit() || !round.tryLock()) {
            return 0;
        }
        try {
            boolean isQuiet = hasClaimed
                    && !stopped
                    && node.isOpen()
                    && !passes.mayHaveMore(queue)
                    && !quarantine.comesFirst()
                    && !rests(queue);
            return isQuiet ? claim.promise(queue, demand) : 0;
        } finally {
            round.unlock();
        }
    }

    private boolean rests(String queue) {
        Long since = inVain.get(queue);
        return since != null && ticker.since(since).compareTo(REST) < 0;
    }

    /** Says what a claim of new tasks came to. */
    void claimedNew(String queue, int count) {
        if (count > 0) {
            interval.hurry();
        } else {
            inVain.put(queue, ticker.nanos());
        }
    }

    private boolean mayClaim() {
        return !stopped && !quarantine.isClearing();
    }

    /** A round may be long, and whoever makes it holds up the tick: it is alive all the while. */
    private void goesOn() {
        rounds.pulse().goesOn();
    }

    /** Whether this node takes so many new tasks by itself: others that were woken for them would come for nothing. */
    public boolean hasRoomFor(String queue, String type, int count) {
        return node.isOpen() && worksOn(queue, type) && claim.hasRoomFor(queue, type, count);
    }

    /** Whether this node claims such tasks. */
    public boolean worksOn(String queue, String type) {
        return worksOn(queue) && claim.handles(type);
    }

    /** Whether this node works on a queue. */
    public boolean worksOn(String queue) {
        return config.onlyQueues().map(only -> only.contains(queue)).orElse(true);
    }

    private Set<String> workedOn(Collection<String> queues) {
        return queues.stream().filter(this::worksOn).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether a queue had more when it was last claimed from, so that a freed worker is worth a claim. */
    public boolean hasMoreToClaim() {
        return passes.mayHaveMore() || quarantine.comesFirst();
    }

    /** Calls {@code listener} with a queue of which the rules allow more in a while, and with that while. */
    public void whenLater(BiConsumer<String, Duration> listener) {
        passes.whenLater(listener);
    }

    /** Whether a round over all queues has been done. */
    public boolean hasClaimed() {
        return hasClaimed;
    }

    /** The sign of life of the tick. */
    @Override
    public Pulse pulse() {
        return rounds.pulse();
    }

    @Override
    public Duration interval() {
        return config.pollInterval();
    }

    /** Ends claiming for good, after the round that is under way, for which it waits no longer than {@code most}. */
    public void stop(Duration most) throws InterruptedException {
        node.close();
        stopped = true;
        if (round.tryLock(most.toNanos(), TimeUnit.NANOSECONDS)) {
            round.unlock();
        }
    }
}
