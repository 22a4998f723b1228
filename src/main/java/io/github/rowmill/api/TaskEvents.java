package io.github.rowmill.api;

import io.github.rowmill.clock.LogQuota;
import io.github.rowmill.clock.Ticker;
import jakarta.enterprise.event.Event;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Fires {@link TaskEvent}s; what an observer throws is logged and harms neither the engine nor its caller. */
@Singleton
public class TaskEvents {

    private static final Logger LOG = Logger.getLogger(TaskEvents.class);

    private final Event<TaskEvent> event;
    private final LogQuota quota;

    TaskEvents(Event<TaskEvent> event, Ticker ticker) {
        this.event = event;
        this.quota = new LogQuota(ticker);
    }

    /** Calls the observers on this thread. */
    public void fire(TaskEvent what) {
        try {
            event.fire(what);
        } catch (RuntimeException | Error e) {
            log(what.getClass().getSimpleName(), e);
        }
    }

    /** An observer that fails once fails for every task. */
    private void log(String event, Throwable cause) {
        quota.write(
                event,
                () -> LOG.errorf(cause, "an observer of %s failed", event),
                left -> LOG.errorf("%d more failures of observers of %s were not logged", left, event));
    }

    /** Says that a round of a loop failed. */
    public void roundFailed(String loop, Throwable cause) {
        fire(new TaskEvent.RoundFailed(loop, cause));
    }
}
