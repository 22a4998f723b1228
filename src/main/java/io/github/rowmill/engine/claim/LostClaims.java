package io.github.rowmill.engine.claim;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HeldClaims;
import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds tasks that this node has claimed without noticing: the claim was committed, but the answer to the commit
 * was lost. These tasks are given back, so that they are claimed again at once, and no attempt is counted.
 * Otherwise they would wait until their lease expires, as if the node had died.
 *
 * <p>A task is lost if this node holds it by the table, but not in the worker pool. In addition, no claim may be
 * under way that may have taken it. So each claim is noted from before its statement until its tasks are in the
 * pool.
 */
@Singleton
class LostClaims {

    /** Pause between two looks. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    /** Added to the age of a claim, because its tasks may start a little before this node measures its begin. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final HeldClaims held;
    private final WorkerPool pool;
    private final Ticker ticker;
    private final Claimant claimant;
    private final Loop loop;
    private final AtomicLong begun = new AtomicLong();
    private final ConcurrentSkipListSet<Long> underWay = new ConcurrentSkipListSet<>();
    private final Map<String, Boolean> left = Collections.synchronizedMap(new RecentEntries<>());
    private final AtomicReference<@Nullable Search> search = new AtomicReference<>();
    private final Set<Lease> givenBack = new HashSet<>();
    private Findings found = Findings.NONE;

    LostClaims(HeldClaims held, WorkerPool pool, Ticker ticker, Claimant claimant, Loops loops) {
        this.held = held;
        this.pool = pool;
        this.ticker = ticker;
        this.claimant = claimant;
        this.loop = loops.woken("lost-claims", this::round);
    }

    /**
     * A search for tasks that were claimed at {@code since} or later. The search goes on until {@code until},
     * because the server may still run a statement after its connection broke. After that, the lease of the tasks
     * has expired.
     */
    private record Search(long since, long until) {}

    /**
     * The result of a look.
     *
     * @param lastClaim number of the last claim that had begun before the end of the look
     */
    private record Findings(Set<Lease> leases, long lastClaim) {

        private static final Findings NONE = new Findings(Set.of(), 0);
    }

    /** Leaves a task to its lease if the database refuses its verdict. */
    void onVerdictRefused(@Observes TaskEvent.VerdictRefused refused) {
        left.put(Long.toString(refused.id()), true);
    }

    /** Leaves a task to its lease if its handler or commit does not end. */
    void onAbandoned(@Observes TaskEvent.Abandoned abandoned) {
        left.put(Long.toString(abandoned.id()), true);
    }

    /** Notes that a claim begins. */
    Claim begin() {
        return new Claim();
    }

    /** A claim from its begin until its tasks are in the pool. Closing it without an answer starts a search. */
    final class Claim implements AutoCloseable {

        private final long number = begun.incrementAndGet();
        private final long since = ticker.nanos();
        private boolean isAnswered;

        private Claim() {
            underWay.add(number);
        }

        /** Notes that the outcome of this claim is known. */
        void answered() {
            isAnswered = true;
        }

        @Override
        public void close() {
            underWay.remove(number);
            if (!isAnswered) {
                searchFrom(since);
            }
        }
    }

    private void searchFrom(long since) {
        long until = ticker.nanos() + claimant.lease().toNanos();
        search.updateAndGet(last -> new Search(last == null ? since : Math.min(last.since(), since), until));
        loop.within(PAUSE);
    }

    private void round() {
        Search current = search.get();
        if (current == null) {
            return;
        }
        loop.within(PAUSE);
        if (!areClaimsUnderWay()) {
            giveBackSuspects();
            found = look(current);
            boolean isOver = found.leases().isEmpty() && ticker.nanos() - current.until() > 0;
            if (isOver && search.compareAndSet(current, null)) {
                givenBack.clear();
            }
        }
    }

    /** Returns whether a claim has not ended that had begun before the last look: it may have taken a suspect. */
    private boolean areClaimsUnderWay() {
        return !found.leases().isEmpty() && underWay.floor(found.lastClaim()) != null;
    }

    private Findings look(Search current) {
        Set<Lease> unknown = held.since(claimant, ticker.since(current.since()).plus(MARGIN)).stream()
                .filter(this::isUnknown)
                .collect(Collectors.toSet());
        return new Findings(unknown, begun.get());
    }

    private boolean isUnknown(Lease one) {
        return !pool.has(one) && !givenBack.contains(one) && !left.containsKey(Long.toString(one.id()));
    }

    /**
     * Gives back each suspect that is still held under the same lease, and has not come into the pool meanwhile.
     */
    private void giveBackSuspects() {
        Set<Lease> lost = found.leases().stream().filter(this::isUnknown).collect(Collectors.toSet());
        List<Claimed> tasks = lost.isEmpty() ? List.of() : held.of(lost);
        for (Claimed task : tasks) {
            if (isUnknown(task.lease())) {
                givenBack.add(task.lease());
                pool.giveBack(task);
            }
        }
    }
}
