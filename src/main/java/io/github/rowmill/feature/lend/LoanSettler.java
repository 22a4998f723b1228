package io.github.rowmill.feature.lend;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.store.LeaseRow;
import io.github.rowmill.engine.store.LeaseRows;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.ErrorText;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Ends attempts of remote workers. */
@Singleton
public class LoanSettler {

    private final LeaseRows rows;
    private final LoanWriter writer;
    private final WorkGate gate;
    private final Handlers handlers;
    private final ResultCodec results;
    private final Duration lease;
    private final boolean deletesCompleted;

    LoanSettler(
            LeaseRows rows,
            LoanWriter writer,
            WorkGate gate,
            Handlers handlers,
            ResultCodec results,
            RowmillConfig config) {
        this.rows = rows;
        this.writer = writer;
        this.gate = gate;
        this.handlers = handlers;
        this.results = results;
        this.lease = config.lease();
        this.deletesCompleted = config.retention().completed().isZero();
    }

    /**
     * The verdicts by result.
     *
     * @param written the leases whose verdicts are recorded, now or by an earlier call whose answer was lost
     * @param stale the leases that the worker does not hold; nothing is recorded for them
     */
    public record Settled(List<Lease> written, List<Lease> stale) {}

    /**
     * Records verdicts, at most one for each lease.
     *
     * @throws io.github.rowmill.db.UnansweredException if there are too many calls, or a row stays locked. Some
     *     verdicts may be recorded. A repeated call finds these, and records the others
     */
    public Settled settle(RemoteWorker worker, List<LoanVerdict> verdicts) {
        return gate.call(worker.account(), () -> settleNow(worker, verdicts));
    }

    private Settled settleNow(RemoteWorker worker, List<LoanVerdict> verdicts) {
        Map<Long, LeaseRow> found =
                rows.of(verdicts.stream().map(LoanVerdict::lease).toList());
        List<Settlement> held = new ArrayList<>();
        Set<Lease> written = new HashSet<>();
        for (LoanVerdict one : verdicts) {
            LeaseRow row = found.get(one.lease().id());
            if (row != null && worker.holds(row, one.lease())) {
                held.add(settlement(one, row));
            } else if (isRecorded(worker, one, row)) {
                written.add(one.lease());
            } else if (row != null && worker.mayRun(row)) {
                writer.refused(row, one.lease());
            }
        }
        written.addAll(writer.write(DueLoans.claimant(worker, Set.of(), lease), held));
        List<Lease> all = verdicts.stream().map(LoanVerdict::lease).toList();
        return new Settled(
                all.stream().filter(written::contains).toList(),
                all.stream().filter(one -> !written.contains(one)).toList());
    }

    private Settlement settlement(LoanVerdict verdict, LeaseRow row) {
        String result = results.storedJson(row.type(), verdict.result());
        return Settlement.of(row.claimed(), ending(verdict, row), row.ran(), result);
    }

    private Ending ending(LoanVerdict verdict, LeaseRow row) {
        return switch (verdict.end()) {
            case SUCCEEDED -> Outcome.succeeded();
            case FAILED -> Outcome.retry(cause(verdict), delay(verdict, row));
            case GAVE_UP -> Outcome.giveUp(cause(verdict));
            case SNOOZED -> Outcome.snooze(Objects.requireNonNull(verdict.delay()));
            case RELEASED -> new Ending.Released();
        };
    }

    private static Throwable cause(LoanVerdict verdict) {
        return Objects.requireNonNull(verdict.cause());
    }

    private Duration delay(LoanVerdict verdict, LeaseRow row) {
        Duration own = verdict.delay();
        return own != null
                ? own
                : handlers.limits(row.type())
                        .retry()
                        .delay(row.attempt(), ThreadLocalRandom.current().nextDouble());
    }

    /**
     * Returns whether a row shows that an earlier call recorded this verdict. In doubt it does not. A row that is gone
     * shows a success only if completed tasks are deleted at once.
     */
    private boolean isRecorded(RemoteWorker worker, LoanVerdict verdict, @Nullable LeaseRow row) {
        if (row == null) {
            return deletesCompleted && verdict.end() == LoanVerdict.End.SUCCEEDED;
        }
        if (!worker.mayRun(row) || !row.follows(verdict.lease())) {
            return false;
        }
        boolean isDead = row.status() == TaskStatus.DEAD;
        boolean isQueued = row.status() == TaskStatus.QUEUED || row.status() == TaskStatus.WAITING;
        return switch (verdict.end()) {
            case SUCCEEDED -> row.status() == TaskStatus.COMPLETED;
            case FAILED -> (isQueued || isDead) && ErrorText.of(cause(verdict)).equals(row.error());
            case GAVE_UP -> isDead && ErrorText.of(cause(verdict)).equals(row.error());
            case SNOOZED, RELEASED -> isQueued && !isOfAnotherEnd(row);
        };
    }

    /** Returns whether the attempt may have ended by its lease or its timeout, which leave these errors. */
    private static boolean isOfAnotherEnd(LeaseRow row) {
        String error = String.valueOf(row.error());
        return error.startsWith("the lease of ") || error.startsWith("timed out: ");
    }
}
