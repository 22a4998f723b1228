package io.github.rowmill.testing;

import io.github.rowmill.engine.store.testing.RowFailures;
import jakarta.inject.Singleton;

/**
 * Simulates the death of a node or the loss of a lease, between the claim of a task and its handler. The handler
 * runs as usual; only the verdict fails.
 */
@Singleton
class CrashSimulation {

    private final ManualRounds rounds;
    private final RowFailures rows;
    private final MaintenanceRounds sweeps;
    private final HandlerContext context;

    CrashSimulation(ManualRounds rounds, RowFailures rows, MaintenanceRounds sweeps, HandlerContext context) {
        this.rounds = rounds;
        this.rows = rows;
        this.sweeps = sweeps;
        this.context = context;
    }

    /** Takes the row from its claim and leaves it as a dead node does. */
    void crashOnce(long id) {
        runOnce(() -> orRefuse(id, rows.orphan(id)));
    }

    void loseLeaseOnce(long id) {
        runOnce(() -> {
            orRefuse(id, rows.expire(id));
            sweeps.recoverOnce();
        });
    }

    private void runOnce(Runnable misfortune) {
        context.run(() -> rounds.runHere(misfortune));
    }

    private static void orRefuse(long id, boolean isExecuting) {
        if (!isExecuting) {
            throw new IllegalStateException(
                    "task %s did not run in this round: it is not due, has ended, or has no handler here"
                            .formatted(id));
        }
    }
}
