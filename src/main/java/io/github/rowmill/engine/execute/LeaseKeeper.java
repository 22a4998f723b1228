package io.github.rowmill.engine.execute;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.Stop;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.task.Lease;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Renews the leases of all held tasks, and stops the handlers whose leases are lost. A round is one statement, or
 * two if some of the handlers have reported progress.
 */
@Startup
@Singleton
public class LeaseKeeper {

    /** Renewals per lease. With four of them, a lease survives two lost renewals in a row. */
    private static final int RENEWALS_PER_LEASE = 4;

    private final WorkerPool pool;
    private final Leases leases;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Claimant claimant;
    private final ProgressWriter progress;

    LeaseKeeper(
            WorkerPool pool,
            Leases leases,
            TaskEvents events,
            Ticker ticker,
            Loops loops,
            Claimant claimant,
            ProgressWriter progress) {
        this.pool = pool;
        this.leases = leases;
        this.events = events;
        this.ticker = ticker;
        this.claimant = claimant;
        this.progress = progress;
        loops.vital("leases", claimant.lease().dividedBy(RENEWALS_PER_LEASE), this::renewOnce);
    }

    /** Renews all leases once. If this method throws, no lease was renewed. */
    public void renewOnce() {
        Collection<HeldTask> held = pool.held();
        if (held.isEmpty()) {
            return;
        }
        try {
            renew(held);
        } catch (RuntimeException e) {
            held.stream().filter(task -> task.remainingLease().isZero()).forEach(task -> task.stop(Stop.LEASE_EXPIRED));
            throw e;
        }
    }

    private void renew(Collection<HeldTask> held) {
        long sentAt = ticker.nanos();
        Set<Lease> renewed = new HashSet<>(progress.write(held));
        List<Lease> others = held.stream()
                .map(LeaseKeeper::lease)
                .filter(lease -> !renewed.contains(lease))
                .toList();
        if (!others.isEmpty()) {
            renewed.addAll(leases.renew(claimant, others, why -> events.roundFailed("leases", why)));
        }
        held.stream()
                .filter(task -> renewed.contains(lease(task)))
                .forEach(task -> task.renewed(sentAt, claimant.lease()));
        List<HeldTask> missed =
                held.stream().filter(task -> !renewed.contains(lease(task))).toList();
        int lost = missed.isEmpty() ? 0 : stopLost(missed);
        events.fire(new TaskEvent.Renewed(held.size(), lost, ticker.since(sentAt)));
    }

    /**
     * Stops the handlers whose lease is lost, and returns their number. A row that the renewal passed over may
     * only be locked, so its state is read. A task that was settled meanwhile has ended, and does not count as
     * lost.
     */
    private int stopLost(List<HeldTask> missed) {
        Map<Lease, Leases.State> states =
                leases.read(claimant, missed.stream().map(HeldTask::task).toList());
        int lost = 0;
        for (HeldTask task : missed) {
            Leases.State state = states.get(lease(task));
            if (state == Leases.State.CANCELLED) {
                task.stop(Stop.CANCELLED);
            } else if (state != Leases.State.HELD && task.stop(Stop.LEASE_LOST)) {
                lost++;
            }
        }
        return lost;
    }

    /** Stops a task that was cancelled on this node, without waiting for the next renewal. */
    void onCancelled(@Observes TaskEvent.Cancelled cancelled) {
        pool.held().stream().filter(task -> task.id() == cancelled.id()).forEach(task -> task.stop(Stop.CANCELLED));
    }

    private static Lease lease(HeldTask task) {
        return task.task().lease();
    }
}
