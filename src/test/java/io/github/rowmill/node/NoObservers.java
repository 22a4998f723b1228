package io.github.rowmill.node;

import io.github.rowmill.api.TaskEvent;
import jakarta.enterprise.event.Event;
import java.lang.reflect.Proxy;

/** Events that nobody observes, for tests without CDI. */
public final class NoObservers {

    private NoObservers() {}

    /** A source of events for a part of the engine that wants one. */
    @SuppressWarnings("unchecked")
    public static TaskEvents events() {
        return new TaskEvents(
                (Event<TaskEvent>) Proxy.newProxyInstance(
                        NoObservers.class.getClassLoader(),
                        new Class<?>[] {Event.class},
                        (proxy, method, arguments) -> null),
                (event, cause) -> {});
    }
}
