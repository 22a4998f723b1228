package io.github.rowmill.node;

import io.github.rowmill.api.TaskEvent;
import jakarta.enterprise.event.Event;
import java.lang.reflect.Proxy;

/** Events without observers, for tests without CDI. */
public final class NoObservers {

    private NoObservers() {}

    /** Returns a source of events for a part of the engine that needs one. */
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
