package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.Completions;
import io.github.rowmill.engine.store.Verdicts;
import io.github.rowmill.node.TaskEvents;
import jakarta.inject.Singleton;

/** Ends attempts: turns an ending into the one fenced write that records it. */
@Singleton
public class Settler {

    private final Completions completions;
    private final Verdicts verdicts;
    private final VerdictWriter writer;
    private final TaskEvents events;

    Settler(Completions completions, Verdicts verdicts, VerdictWriter writer, TaskEvents events) {
        this.completions = completions;
        this.verdicts = verdicts;
        this.writer = writer;
        this.events = events;
    }

    /**
     * Settles an attempt soon, together with others, and calls {@code after} when that is done or known to be void. Until
     * then the lease must be kept. A verdict that the database refuses for what it is leaves the task to its lease.
     */
    public void settle(Attempted attempt, Runnable after) {
        if (Transition.isVoid(attempt.ending())) {
            after.run();
            announce(attempt, true);
            return;
        }
        writer.add(new Pending(attempt, new Closing(after)));
    }

    private final class Closing implements Pending.Listener {

        private final Runnable after;

        private Closing(Runnable after) {
            this.after = after;
        }

        @Override
        public void settled(Attempted settled, boolean held) {
            after.run();
            announce(settled, held);
        }

        @Override
        public void refused(Attempted attempt, Throwable why) {
            after.run();
            var task = attempt.task();
            events.fire(new TaskEvent.VerdictRefused(task.id(), task.queue(), task.type(), task.attempt(), why));
        }
    }

    /**
     * Settles an attempt as the last statement of its handler's transaction, which the caller commits, and afterwards
     * says so by {@link #announce}.
     *
     * @return false: the lease is not held any more, and the transaction must be rolled back
     */
    public boolean settleWithHandlersWrites(Attempted attempt) {
        if (attempt.ending().kind() == Ending.Kind.SUCCEEDED) {
            return completions.completeWithHandlersWrites(attempt.task().lease());
        }
        return Transition.of(attempt.task(), attempt.ending())
                .map(verdict -> verdicts.writeWithHandlersWrites(verdict))
                .orElse(false);
    }

    /** Tells observers that an attempt has ended, or that the fence refused its verdict. */
    public void announce(Attempted attempt, boolean held) {
        var task = attempt.task();
        if (held || Transition.isVoid(attempt.ending())) {
            events.fire(new TaskEvent.Ended(
                    task.id(), task.queue(), task.type(), task.attempt(), attempt.ending(), attempt.took()));
        } else {
            events.fire(new TaskEvent.Stale(
                    task.id(), task.queue(), task.type(), task.lease().attemptKey()));
        }
    }
}
