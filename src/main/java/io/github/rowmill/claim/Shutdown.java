package io.github.rowmill.claim;

import io.github.rowmill.execute.Drain;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Stops this node in order: no more claims, then the hand is emptied, all before the database connections close. */
@Singleton
class Shutdown {

    private final Claimer claimer;
    private final Drain drain;

    Shutdown(Claimer claimer, Drain drain) {
        this.claimer = claimer;
        this.drain = drain;
    }

    void stop(@Observes ShutdownEvent stopping) throws InterruptedException {
        claimer.stop();
        drain.drain();
    }
}
