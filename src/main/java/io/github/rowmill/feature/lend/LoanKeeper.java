package io.github.rowmill.feature.lend;

import io.github.rowmill.api.Ending;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.engine.store.LeaseRows;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Renews the leases of remote workers, and ends attempts that take too long. */
@Singleton
public class LoanKeeper {

    private final LeaseRows rows;
    private final Leases leases;
    private final LoanWriter writer;
    private final WorkGate gate;
    private final Handlers handlers;
    private final TaskEvents events;
    private final Duration lease;

    LoanKeeper(
            LeaseRows rows,
            Leases leases,
            LoanWriter writer,
            WorkGate gate,
            Handlers handlers,
            TaskEvents events,
            RowmillConfig config) {
        this.rows = rows;
        this.leases = leases;
        this.writer = writer;
        this.gate = gate;
        this.handlers = handlers;
        this.events = events;
        this.lease = config.lease();
    }

    /** The reason why a worker must end an attempt. Its verdict would be stale. */
    public enum Stop {
        /** A user or the application has cancelled the task. */
        CANCELLED,
        /** The worker does not hold the lease. The task may run elsewhere. */
        LOST,
        /** The attempt has taken longer than its timeout. That is recorded. */
        TIMED_OUT
    }

    /** The result of a renewal: leases that the worker keeps, and those that it must end. */
    public record Renewed(List<Lease> kept, Map<Lease, Stop> stop) {}

    /**
     * Renews leases, and writes the progress of their tasks. An attempt that has taken longer than its timeout
     * ends instead.
     */
    public Renewed renew(RemoteWorker worker, RenewalRequest request) {
        return gate.call(worker.account(), () -> renewNow(worker, request));
    }

    private Renewed renewNow(RemoteWorker worker, RenewalRequest request) {
        List<Lease> all = request.leases();
        Map<Long, LeaseRow> found = rows.of(all);
        Claimant holder = DueLoans.claimant(worker, Set.of(), lease);
        List<LeaseRow> held = all.stream()
                .filter(one -> worker.holds(found.get(one.id()), one))
                .map(one -> found.get(one.id()))
                .toList();
        List<LeaseRow> late = held.stream().filter(this::isLate).toList();
        List<Lease> rest = held.stream()
                .filter(row -> !late.contains(row))
                .map(LeaseRow::lease)
                .toList();
        Set<Lease> renewed = renewAll(holder, rest, request.progress()); // first, as a verdict may be refused
        Set<Lease> timedOut =
                writer.write(holder, late.stream().map(this::timedOut).toList());
        List<Lease> open = all.stream()
                .filter(one -> !renewed.contains(one) && !timedOut.contains(one))
                .toList();
        return result(worker, all, renewed, timedOut, open.isEmpty() ? Map.of() : rows.of(open));
    }

    /** Renews a lease without its progress if the database refuses that. */
    private Set<Lease> renewAll(Claimant holder, List<Lease> held, Map<Lease, Progress> progress) {
        Map<Lease, Progress> reports = new HashMap<>(progress);
        reports.keySet().retainAll(held);
        Set<Lease> renewed = new HashSet<>();
        if (!reports.isEmpty()) {
            renewed.addAll(leases.renewWithProgress(holder, reports, (one, why) -> refused(why)));
        }
        List<Lease> others = held.stream().filter(one -> !renewed.contains(one)).toList();
        renewed.addAll(leases.renew(holder, others, this::refused));
        return renewed;
    }

    private void refused(Throwable why) {
        events.roundFailed("lend", why);
    }

    /** A lease that another transaction held during the renewal counts as kept. The next renewal comes soon. */
    private static Renewed result(
            RemoteWorker worker, List<Lease> all, Set<Lease> renewed, Set<Lease> timedOut, Map<Long, LeaseRow> now) {
        Map<Lease, Stop> stop = new LinkedHashMap<>();
        for (Lease one : all) {
            if (timedOut.contains(one)) {
                stop.put(one, Stop.TIMED_OUT);
            } else if (!renewed.contains(one) && !worker.holds(now.get(one.id()), one)) {
                stop.put(one, reason(worker, now.get(one.id())));
            }
        }
        return new Renewed(all.stream().filter(one -> !stop.containsKey(one)).toList(), stop);
    }

    private static Stop reason(RemoteWorker worker, @Nullable LeaseRow row) {
        return row != null && worker.mayRun(row) && row.status() == TaskStatus.CANCELLED ? Stop.CANCELLED : Stop.LOST;
    }

    private Duration timeout(LeaseRow row) {
        Duration own = row.timeout();
        return own == null ? handlers.limits(row.type()).timeout() : own;
    }

    private boolean isLate(LeaseRow row) {
        return row.ran().compareTo(timeout(row)) >= 0;
    }

    private Settlement timedOut(LeaseRow row) {
        Duration delay = handlers.limits(row.type())
                .retry()
                .delay(row.attempt(), ThreadLocalRandom.current().nextDouble());
        return Settlement.of(row.claimed(), new Ending.TimedOut(timeout(row), delay), row.ran());
    }
}
