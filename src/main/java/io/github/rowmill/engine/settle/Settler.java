package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.engine.store.Verdicts;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.util.function.Consumer;

/** Ends attempts: turns an ending into the one fenced write that records it. */
@Singleton
public class Settler {

    private final Verdicts verdicts;
    private final VerdictWriter writer;
    private final TaskEvents events;
    private final Aftermath aftermath;
    private final Closing closing = new Closing();
    private volatile Consumer<Claimed> settledListener = task -> {};

    Settler(Verdicts verdicts, VerdictWriter writer, TaskEvents events, Aftermath aftermath) {
        this.verdicts = verdicts;
        this.writer = writer;
        this.events = events;
        this.aftermath = aftermath;
    }

    /** Calls {@code listener} with each task whose verdict is written, void or given up, before observers hear of it, on the thread that settles. */
    public void whenSettled(Consumer<Claimed> listener) {
        settledListener = listener;
    }

    /**
     * Settles an attempt soon, together with others. Until it is over the lease must be kept. A verdict that the database
     * refuses for what it is leaves the task to its lease.
     */
    public void settle(Settlement settlement) {
        Verdict verdict = settlement.verdict();
        if (verdict == null) {
            settled(settlement, true);
        } else {
            writer.add(new PendingVerdict(settlement, verdict, closing));
        }
    }

    private final class Closing implements PendingVerdict.Listener {

        @Override
        public void settled(Settlement settlement, boolean held) {
            Settler.this.settled(settlement, held);
        }

        @Override
        public void refused(Settlement settlement, Throwable why) {
            Claimed task = settlement.task();
            isOver(task);
            events.fire(new TaskEvent.VerdictRefused(task.id(), task.queue(), task.type(), task.attempt(), why));
        }
    }

    /**
     * Settles an attempt as the last statement of its handler's transaction, which the caller commits, and afterwards
     * says so by {@link #settled}.
     *
     * @return false: the lease is not held any more, and the transaction must be rolled back
     */
    public boolean settleWithHandlersWrites(Settlement settlement) {
        Verdict verdict = settlement.verdict();
        return verdict != null && verdicts.writeWithHandlersWrites(verdict);
    }

    private void isOver(Claimed task) {
        if (task.key() != null) {
            aftermath.over(task);
        }
        settledListener.accept(task);
    }

    /** Says that an attempt has ended, or that the fence refused its verdict. */
    public void settled(Settlement settlement, boolean held) {
        Claimed task = settlement.task();
        isOver(task);
        Verdict verdict = settlement.verdict();
        if (held || verdict == null) {
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
