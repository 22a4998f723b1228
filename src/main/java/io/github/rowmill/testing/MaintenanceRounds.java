package io.github.rowmill.testing;

import io.github.rowmill.engine.store.testing.RowSweep;
import io.github.rowmill.engine.sweep.Expirer;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.feature.flow.FlowSweep;
import io.github.rowmill.feature.flow.Looks;
import io.github.rowmill.feature.step.SignalDelivery;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Recovers, expires and deletes many tasks at once. */
@Singleton
class MaintenanceRounds {

    /** A look may leave something to the next one, and a transaction of the test may keep it from a flow. */
    private static final int MAX_LOOKS = 20;

    private final Recoverer recoverer;
    private final Expirer expirer;
    private final FlowSweep flows;
    private final Looks looks;
    private final SignalDelivery signals;
    private final RowSweep rows;

    MaintenanceRounds(
            Recoverer recoverer, Expirer expirer, FlowSweep flows, Looks looks, SignalDelivery signals, RowSweep rows) {
        this.signals = signals;
        this.flows = flows;
        this.looks = looks;
        this.recoverer = recoverer;
        this.expirer = expirer;
        this.rows = rows;
    }

    /** Deletes all tasks, with their attempts, steps, signals, logs, jobs and failures. */
    void deleteAll() {
        rows.deleteAll();
    }

    /** Recovers expired leases, ends tasks that did not start in time, and delivers signals. */
    void sweepOnce() {
        deliverOnce();
        recoverer.recoverOnce();
        expirer.expireOnce();
    }

    /** Starts the parts of flows that may start, now that tasks have ended. */
    void lookOnce() {
        for (int tries = 0; tries < MAX_LOOKS && flows.sweepOnce(Duration.ZERO) > 0; tries++) {
            boolean hasMore = looks.lookOnce();
            while (hasMore) {
                hasMore = looks.lookOnce();
            }
        }
    }

    /** Delivers signals: makes tasks due that wait for them. */
    void deliverOnce() {
        signals.sweepOnce(Duration.ZERO);
    }

    /** Recovers expired leases. */
    void recoverOnce() {
        recoverer.recoverOnce();
    }
}
