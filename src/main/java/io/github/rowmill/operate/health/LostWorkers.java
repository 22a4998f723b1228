package io.github.rowmill.operate.health;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.WorkerPool;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The workers that are lost to handlers which still run although their attempt has timed out and is settled. */
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

    /**
     * Returns the number of lost workers and of all workers, as text.
     *
     * @return empty if no worker is lost
     */
    Optional<String> describe() {
        long now = lost.getAsLong();
        return now == 0 ? Optional.empty() : Optional.of("%s of %s".formatted(now, workers));
    }

    /**
     * Returns whether at least half of the workers are lost. The node is reported while its other half still
     * works.
     */
    boolean areTooMany() {
        return lost.getAsLong() * 2 >= workers;
    }
}
