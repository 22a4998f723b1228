package io.github.rowmill.node;

import io.github.rowmill.api.TaskEvent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Fires {@link TaskEvent}s. An exception of an observer is logged, and harms neither the engine nor its caller.
 */
@Singleton
public class TaskEvents {

    private final Event<TaskEvent> event;
    private final ObserverFailures failures;

    TaskEvents(Event<TaskEvent> event, ObserverFailures failures) {
        this.event = event;
        this.failures = failures;
    }

    /** Calls the observers on this thread. */
    public void fire(TaskEvent what) {
        try {
            event.fire(what);
        } catch (RuntimeException | Error e) {
            failures.failed(what.getClass().getSimpleName(), e);
        }
    }

    /** Fires the event of tasks whose end is waited for, if there are any. */
    public void watchedEnded(List<Long> ids) {
        if (!ids.isEmpty()) {
            fire(new TaskEvent.WatchedEnded(ids));
        }
    }

    /** Fires the event of a failed round. */
    public void roundFailed(String loop, Throwable cause) {
        fire(new TaskEvent.RoundFailed(loop, cause));
    }
}
