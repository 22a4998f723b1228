package io.github.rowmill.payload.discovery;

import io.github.rowmill.payload.DeclaredHandler;
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
