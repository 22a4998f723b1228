package io.github.rowmill.engine.execute;

import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.JDBCException;

/** Writes the progress that handlers have reported, and renews their leases by the same statement. */
@Singleton
class ProgressWriter {

    private final Leases leases;
    private final Claimant claimant;
    private final TaskEvents events;

    ProgressWriter(Leases leases, Claimant claimant, TaskEvents events) {
        this.leases = leases;
        this.claimant = claimant;
        this.events = events;
    }

    /**
     * Writes what handlers have reported since the last call. A row that the database refuses or that is locked
     * keeps its progress, and its lease is not renewed here.
     *
     * @return the leases that were renewed
     */
    Set<Lease> write(Collection<HeldTask> held) {
        Map<Lease, Progress> reports = new HashMap<>();
        Map<Lease, HeldTask> tasks = new HashMap<>();
        for (HeldTask task : held) {
            Progress progress = task.progress().unwritten();
            if (progress != null) {
                reports.put(task.task().lease(), progress);
                tasks.put(task.task().lease(), task);
            }
        }
        if (reports.isEmpty()) {
            return Set.of();
        }
        Set<Lease> renewed = leases.renewWithProgress(claimant, reports, (lease, why) -> {
            tasks.get(lease).progress().written(reports.get(lease)); // it would be refused in each round
            events.roundFailed("progress", why);
        });
        renewed.forEach(lease -> tasks.get(lease).progress().written(reports.get(lease)));
        return renewed;
    }

    /**
     * Writes the last report of a handler that has ended, before its verdict and outside of its transaction. Does
     * nothing if the row has it. If the database is away, the report is lost.
     */
    void writeLast(HeldTask task) {
        if (task.progress().unwritten() != null) {
            try {
                QuarkusTransaction.suspendingExisting().run(() -> write(List.of(task)));
            } catch (JDBCException e) {
                events.roundFailed("progress", e);
            }
        }
    }
}
