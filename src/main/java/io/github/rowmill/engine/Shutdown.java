package io.github.rowmill.engine;

import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.Drain;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Stops this node in order: no more claims, then the hand is emptied. All that before the application's own observers of the
 * end and before any bean is destroyed: a handler that still runs finds open what it works with.
 */
@Singleton
class Shutdown {

    /** Whatever priority an observer of the application asks for. */
    private static final int FIRST = Integer.MIN_VALUE;

    private final Claimer claimer;
    private final Drain drain;

    Shutdown(Claimer claimer, Drain drain) {
        this.claimer = claimer;
        this.drain = drain;
    }

    void stop(@Observes @Priority(FIRST) ShutdownEvent stopping) throws InterruptedException {
        claimer.stop();
        drain.drain();
    }
}
