package io.github.rowmill.testing;

import io.github.rowmill.engine.expire.Expirer;
import io.github.rowmill.engine.recover.Recoverer;
import jakarta.inject.Singleton;

/** What nodes do to tasks that time has passed by. */
@Singleton
class Sweeps {

    private final Recoverer recoverer;
    private final Expirer expirer;

    Sweeps(Recoverer recoverer, Expirer expirer) {
        this.recoverer = recoverer;
        this.expirer = expirer;
    }

    /** Recovers expired leases, and ends what has not started in time. */
    void sweepOnce() {
        recoverer.recoverOnce();
        expirer.expireOnce();
    }

    /** Recovers expired leases. */
    void recoverOnce() {
        recoverer.recoverOnce();
    }
}
