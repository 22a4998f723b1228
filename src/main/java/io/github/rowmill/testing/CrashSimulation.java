package io.github.rowmill.testing;

import io.github.rowmill.engine.settle.Settler;
import io.github.rowmill.engine.store.testing.RowFailures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Simulates the death of a node between a handler and its verdict, or the loss of a lease between the claim of a
 * task and its handler. The handler runs as usual; only the verdict fails.
 */
@Singleton
class CrashSimulation {

    private final ManualRounds rounds;
    private final RowFailures rows;
    private final MaintenanceRounds sweeps;
    private final HandlerContext context;
    private final Settler settler;

    CrashSimulation(
            ManualRounds rounds, RowFailures rows, MaintenanceRounds sweeps, HandlerContext context, Settler settler) {
        this.rounds = rounds;
        this.rows = rows;
        this.sweeps = sweeps;
        this.context = context;
        this.settler = settler;
    }

    /**
     * Takes the row from its attempt, after the handler has recorded its steps, and leaves it as a dead node
     * does.
     */
    void crashOnce(long id) {
        AtomicBoolean isDead = new AtomicBoolean();
        settler.beforeSettling(task -> {
            if (task.id() == id && orphan(id)) {
                isDead.set(true);
            }
        });
        try {
            runOnce(() -> {});
        } finally {
            settler.beforeSettling(task -> {});
        }
        orRefuse(id, isDead.get());
    }

    /** Writes outside of the handler's transaction, which is rolled back. */
    private boolean orphan(long id) {
        return QuarkusTransaction.suspendingExisting().call(() -> rows.orphan(id));
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
