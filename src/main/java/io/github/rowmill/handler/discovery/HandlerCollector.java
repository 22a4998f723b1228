package io.github.rowmill.handler.discovery;

import io.github.rowmill.handler.DeclaredHandler;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the handlers of the application. It is an event; the observer of each handler adds that handler to it.
 */
public final class HandlerCollector {

    private final List<DeclaredHandler> found = new ArrayList<>();

    void add(DeclaredHandler handler) {
        found.add(handler);
    }

    List<DeclaredHandler> found() {
        return List.copyOf(found);
    }
}
