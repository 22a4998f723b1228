package org.acme.shop;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Something that a handler works with, closed at the end in each of the ways that there are. */
@ApplicationScoped
class Till {

    private volatile String closedBy = "nobody";

    void closeFirst(@Observes @Priority(1) ShutdownEvent stopping) {
        close("an observer that wants to be first");
    }

    void close(@Observes ShutdownEvent stopping) {
        close("an observer");
    }

    @PreDestroy
    void destroy() {
        close("its destruction");
    }

    private void close(String who) {
        closedBy = closedBy.equals("nobody") ? who : closedBy;
    }

    void count() {
        if (!closedBy.equals("nobody")) {
            throw new IllegalStateException("the till was closed by " + closedBy);
        }
    }
}
