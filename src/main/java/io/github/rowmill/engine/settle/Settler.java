package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.end.FencedWrite;
import io.github.rowmill.engine.store.end.SharedCommit;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.VerdictCommit;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Ends attempts: turns an ending into the one fenced write that records it. */
@Singleton
public class Settler {

    private final VerdictCommit commit;
    private final SharedCommit shared;
    private final VerdictWriter writer;
    private final TaskEvents events;
    private final AttemptEndListener endListener;
    private final Closing closing = new Closing();
    private volatile Consumer<Claimed> settledListener = task -> {};
    private volatile Consumer<Claimed> settlingListener = task -> {};

    Settler(
            VerdictCommit commit,
            SharedCommit shared,
            VerdictWriter writer,
            TaskEvents events,
            AttemptEndListener endListener) {
        this.commit = commit;
        this.shared = shared;
        this.writer = writer;
        this.events = events;
        this.endListener = endListener;
    }

    /**
     * Calls {@code listener} with each task whose verdict is written, void or given up. The call comes on the
     * settling thread, before observers are notified.
     */
    public void whenSettled(Consumer<Claimed> listener) {
        settledListener = listener;
    }

    /**
     * Calls {@code listener} with each task that is about to be settled, for tests. The call comes on the settling
     * thread, in the transaction of the handler if there is one.
     */
    public void beforeSettling(Consumer<Claimed> listener) {
        settlingListener = listener;
    }

    /**
     * Settles an attempt soon, together with others. The caller must keep the lease until then. If the database
     * refuses the verdict for its content, the task is left until its lease expires.
     */
    public void settle(Settlement settlement) {
        settlingListener.accept(settlement.task());
        Verdict verdict = settlement.verdict();
        if (verdict == null) {
            settled(settlement, true);
        } else {
            writer.add(new PendingVerdict(settlement, verdict, closing));
        }
    }

    private final class Closing implements PendingVerdict.Listener {

        @Override
        public void settled(Settlement settlement, boolean recorded) {
            Settler.this.settled(settlement, recorded);
        }

        @Override
        public void refused(Settlement settlement, Throwable why) {
            Claimed task = settlement.task();
            announceEnd(task);
            events.fire(new TaskEvent.VerdictRefused(task.id(), task.queue(), task.type(), task.attempt(), why));
        }
    }

    /**
     * Settles an attempt as the last write of its handler's transaction, and commits the transaction. If the lease
     * is no longer held, or there is no verdict, all writes are rolled back.
     *
     * @throws Exception what the verdict or the commit threw; the attempt counts as not settled
     */
    public void settleWithHandlersWrites(Settlement settlement) throws Exception {
        settlingListener.accept(settlement.task());
        FencedWrite written = commit.commit(settlement.verdict());
        settled(settlement, written.isWritten());
        if (written == FencedWrite.WATCHED) {
            events.watchedEnded(List.of(settlement.task().id()));
        }
    }

    /**
     * Settles several attempts as the last writes of their handlers' transaction, and commits the transaction. If
     * one of the leases is no longer held, or has no verdict, all writes are rolled back.
     *
     * @return false if all writes are rolled back; then only the attempts whose leases are lost are settled
     * @throws Exception what a verdict or the commit threw; the attempts count as not settled
     */
    public boolean settleWithHandlersWrites(List<Settlement> some) throws Exception {
        Map<Claimed, Verdict> verdicts = new LinkedHashMap<>();
        for (Settlement one : some) {
            settlingListener.accept(one.task());
            Verdict verdict = one.verdict();
            if (verdict == null) {
                settled(one, true);
                return false; // HandlerTransaction rolls back
            }
            verdicts.put(one.task(), verdict);
        }
        SharedCommit.Result result = shared.commit(verdicts);
        Set<Lease> lost = result.lost();
        some.stream()
                .filter(one -> lost.isEmpty() || lost.contains(one.task().lease()))
                .forEach(one -> settled(one, lost.isEmpty()));
        if (lost.isEmpty()) {
            events.watchedEnded(result.watched());
        }
        return lost.isEmpty();
    }

    private void announceEnd(Claimed task) {
        if (task.key() != null) {
            endListener.over(task);
        }
        settledListener.accept(task);
    }

    /** Fires the event that an attempt has ended, or that the fence refused its verdict. */
    private void settled(Settlement settlement, boolean recorded) {
        Claimed task = settlement.task();
        announceEnd(task);
        Verdict verdict = settlement.verdict();
        if (recorded || verdict == null) {
            boolean dead = verdict instanceof Verdict.Dead;
            Ending ending = settlement.ending();
            events.fire(new TaskEvent.Ended(
                    task.id(), task.queue(), task.type(), task.attempt(), ending, settlement.took(), dead));
        } else {
            events.fire(new TaskEvent.Stale(
                    task.id(), task.queue(), task.type(), task.lease().attemptKey()));
        }
    }
}
