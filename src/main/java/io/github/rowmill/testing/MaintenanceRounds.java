package io.github.rowmill.testing;

import io.github.rowmill.engine.store.testing.RowSweep;
import io.github.rowmill.engine.sweep.Expirer;
import io.github.rowmill.engine.sweep.Recoverer;
import jakarta.inject.Singleton;

/** Recovers, expires and deletes many tasks at once. */
@Singleton
class MaintenanceRounds {

    private final Recoverer recoverer;
    private final Expirer expirer;
    private final RowSweep rows;

    MaintenanceRounds(Recoverer recoverer, Expirer expirer, RowSweep rows) {
        this.recoverer = recoverer;
        this.expirer = expirer;
        this.rows = rows;
    }

    /** Deletes all tasks, with their attempts, logs, jobs and failures. */
    void deleteAll() {
        rows.deleteAll();
    }

    /** Recovers expired leases, and ends tasks that did not start in time. */
    void sweepOnce() {
        recoverer.recoverOnce();
        expirer.expireOnce();
    }

    /** Recovers expired leases. */
    void recoverOnce() {
        recoverer.recoverOnce();
    }
}
