package io.github.rowmill.engine.execute;

import static java.util.stream.Collectors.toMap;

import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
        List<Report> reports = held.stream().flatMap(Report::of).toList();
        if (reports.isEmpty()) {
            return Set.of();
        }
        Set<Lease> refused = new HashSet<>();
        Set<Lease> renewed = leases.renewWithProgress(
                claimant,
                reports.stream().collect(toMap(Report::lease, Report::progress, (a, b) -> b)),
                (lease, why) -> {
                    refused.add(lease); // it would be refused in each round
                    events.roundFailed("progress", why);
                });
        reports.stream()
                .filter(one -> renewed.contains(one.lease()) || refused.contains(one.lease()))
                .forEach(one -> one.task().progress().written(one.progress()));
        return renewed;
    }

    /** A report of a handler that is not in the row of its task. */
    private record Report(HeldTask task, Progress progress) {

        private static Stream<Report> of(HeldTask task) {
            Progress progress = task.progress().unwritten();
            return progress == null ? Stream.empty() : Stream.of(new Report(task, progress));
        }

        private Lease lease() {
            return task.task().lease();
        }
    }

    /**
     * Writes the last report of a handler that has ended, before its verdict and outside of its transaction. Does
     * nothing if the row has it. If the database fails, the report is lost, and the verdict is still written.
     */
    void writeLast(HeldTask task) {
        if (task.progress().unwritten() != null) {
            try {
                QuarkusTransaction.suspendingExisting().run(() -> write(List.of(task)));
            } catch (RuntimeException e) {
                events.roundFailed("progress", e);
            }
        }
    }
}
