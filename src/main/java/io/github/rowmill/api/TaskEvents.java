package io.github.rowmill.api;

import jakarta.enterprise.event.Event;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Fires {@link TaskEvent}s; what an observer throws is logged and harms neither the engine nor its caller. */
@Singleton
public class TaskEvents {

    private static final Logger LOG = Logger.getLogger(TaskEvents.class);

    private final Event<TaskEvent> event;

    TaskEvents(Event<TaskEvent> event) {
        this.event = event;
    }

    /** Calls the observers on this thread. */
    public void fire(TaskEvent what) {
        try {
            event.fire(what);
        } catch (RuntimeException | Error e) {
            LOG.errorf(e, "an observer of %s failed", what.getClass().getSimpleName());
        }
    }

    /** Says that a round of a loop failed. */
    public void roundFailed(String loop, Throwable cause) {
        fire(new TaskEvent.RoundFailed(loop, cause));
    }
}
