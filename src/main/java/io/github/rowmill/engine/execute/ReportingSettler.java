package io.github.rowmill.engine.execute;

import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.settle.Settler;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.util.function.Consumer;

/** Settles attempts after the last progress that their handlers have reported is written. */
@Singleton
class ReportingSettler {

    private final Settler settler;
    private final ProgressWriter progress;

    ReportingSettler(Settler settler, ProgressWriter progress) {
        this.settler = settler;
        this.progress = progress;
    }

    /** Calls {@code listener} with each task that is settled. */
    void whenSettled(Consumer<Claimed> listener) {
        settler.whenSettled(listener);
    }

    /**
     * Settles an attempt as {@link Settler#settle} does, without its progress. Does not wait for the database.
     */
    void settleNow(Settlement settlement) {
        settler.settle(settlement);
    }

    /** Settles an attempt as {@link Settler#settle} does. */
    void settle(HeldTask task, Settlement settlement) {
        progress.writeLast(task);
        settler.settle(settlement);
    }

    /**
     * Settles an attempt as {@link Settler#settleWithHandlersWrites(Settlement)} does. The progress is not part
     * of the transaction.
     */
    void settleWithHandlersWrites(HeldTask task, Settlement settlement) throws Exception {
        progress.writeLast(task);
        settler.settleWithHandlersWrites(settlement);
    }
}
