package io.github.rowmill.operate.health;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.WorkerPool;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The workers lost to handlers that ran on after their attempt was timed out and settled. */
@Singleton
class LostWorkers {

    private final LongSupplier lost;
    private final int workers;

    @Inject
    LostWorkers(WorkerPool pool, RowmillConfig config) {
        this(pool::abandoned, config.workers());
    }

    LostWorkers(LongSupplier lost, int workers) {
        this.lost = lost;
        this.workers = workers;
    }

    /** How many of how many; empty: none. */
    Optional<String> describe() {
        long now = lost.getAsLong();
        return now == 0 ? Optional.empty() : Optional.of("%s of %s".formatted(now, workers));
    }

    /** Whether half of the workers are lost: said while the other half still works. */
    boolean areTooMany() {
        return lost.getAsLong() * 2 >= workers;
    }
}
