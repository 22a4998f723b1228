package io.github.rowmill.handler.discovery;

import io.github.rowmill.handler.DeclaredHandler;
import java.util.ArrayList;
import java.util.List;

/** Asks every handler of the application to come forward. */
public final class HandlersWanted {

    private final List<DeclaredHandler> found = new ArrayList<>();

    void add(DeclaredHandler handler) {
        found.add(handler);
    }

    List<DeclaredHandler> found() {
        return List.copyOf(found);
    }
}
