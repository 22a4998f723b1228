package io.github.rowmill.engine.settle;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.engine.store.Verdicts;
import io.github.rowmill.node.TaskEvents;
import jakarta.inject.Singleton;

/** Ends attempts: turns an ending into the one fenced write that records it. */
@Singleton
public class Settler {

    private final Verdicts verdicts;
    private final VerdictWriter writer;
    private final TaskEvents events;

    Settler(Verdicts verdicts, VerdictWriter writer, TaskEvents events) {
        this.verdicts = verdicts;
        this.writer = writer;
        this.events = events;
    }

    /**
     * Settles an attempt soon, together with others, and calls {@code after} when that is done or known to be void. Until
     * then the lease must be kept. A verdict that the database refuses for what it is leaves the task to its lease.
     */
    public void settle(Settlement settlement, Runnable after) {
        Verdict verdict = settlement.verdict();
        if (verdict == null) {
            after.run();
            announce(settlement, true);
            return;
        }
        writer.add(new PendingVerdict(settlement, verdict, new Closing(after)));
    }

    private final class Closing implements PendingVerdict.Listener {

        private final Runnable after;

        private Closing(Runnable after) {
            this.after = after;
        }

        @Override
        public void settled(Settlement settlement, boolean held) {
            after.run();
            announce(settlement, held);
        }

        @Override
        public void refused(Settlement settlement, Throwable why) {
            after.run();
            var task = settlement.task();
            events.fire(new TaskEvent.VerdictRefused(task.id(), task.queue(), task.type(), task.attempt(), why));
        }
    }

    /**
     * Settles an attempt as the last statement of its handler's transaction, which the caller commits, and afterwards
     * says so by {@link #announce}.
     *
     * @return false: the lease is not held any more, and the transaction must be rolled back
     */
    public boolean settleWithHandlersWrites(Settlement settlement) {
        Verdict verdict = settlement.verdict();
        return verdict != null && verdicts.writeWithHandlersWrites(verdict);
    }

    /** Tells observers that an attempt has ended, or that the fence refused its verdict. */
    public void announce(Settlement settlement, boolean held) {
        var task = settlement.task();
        if (held || settlement.verdict() == null) {
            events.fire(new TaskEvent.Ended(
                    task.id(), task.queue(), task.type(), task.attempt(), settlement.ending(), settlement.took()));
        } else {
            events.fire(new TaskEvent.Stale(
                    task.id(), task.queue(), task.type(), task.lease().attemptKey()));
        }
    }
}
