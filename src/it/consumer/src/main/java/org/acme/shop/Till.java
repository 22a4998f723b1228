package org.acme.shop;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A resource that a handler uses. Two shutdown observers and the destruction of the bean close it. */
@ApplicationScoped
class Till {

    private final CountDownLatch closing = new CountDownLatch(1);

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
        closing.countDown();
    }

    /** Waits at most {@code seconds} until the till is closed. This must not happen while handlers run. */
    void awaitClosing(int seconds) throws InterruptedException {
        closing.await(seconds, TimeUnit.SECONDS);
    }

    void count() {
        if (!closedBy.equals("nobody")) {
            throw new IllegalStateException("the till was closed by " + closedBy);
        }
    }
}
