package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.PersistenceContext;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.hibernate.JDBCException;

/** Ends a transaction in which the handlers of several tasks have worked. The verdicts are its last writes. */
@Singleton
public class SharedCommit {

    /** Pause before a row that another transaction has locked is tried again. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Number of tries. Then the transaction is rolled back, so that it keeps its own rows locked no longer. */
    private static final int TRIES = 500;

    private final TransactionManager transactions;
    private final PersistenceContext context;
    private final Claimant claimant;
    private final Completions completions;
    private final Verdicts verdicts;
    private final Leases leases;

    SharedCommit(
            TransactionManager transactions,
            PersistenceContext context,
            Claimant claimant,
            Completions completions,
            Verdicts verdicts,
            Leases leases) {
        this.transactions = transactions;
        this.context = context;
        this.claimant = claimant;
        this.completions = completions;
        this.verdicts = verdicts;
        this.leases = leases;
    }

    /**
     * The result of a commit.
     *
     * @param lost the leases that are no longer held; none if the transaction was committed
     * @param watched ids of tasks that have ended and whose end is waited for
     */
    public record Result(Set<Lease> lost, List<Long> watched) {}

    /**
     * Flushes the handlers' persistence context, writes the verdicts and commits. If one of the leases is no
     * longer held, everything is rolled back.
     *
     * @throws Exception what a verdict or the commit threw; all writes are rolled back, unless the answer to the
     *     commit was lost and this connection cannot find out
     */
    public Result commit(Map<Claimed, Verdict> all) throws Exception {
        context.flush();
        Result result;
        try {
            result = write(all);
            if (!result.lost().isEmpty()) {
                transactions.rollback();
                return result;
            }
        } catch (JDBCException e) {
            throw CommitRefusal.named(e);
        }
        try {
            transactions.commit();
        } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException | SystemException e) {
            if (!isCommitted(all.keySet(), e)) {
                throw CommitRefusal.named(e);
            }
        }
        return result;
    }

    /** Writes the verdicts. Waits for rows that others have locked. */
    private Result write(Map<Claimed, Verdict> all) throws Exception {
        Map<Claimed, Verdict> open = all;
        Written written = Written.NOTHING;
        for (int i = 0; i < TRIES; i++) {
            written = written.and(writeOnce(open.values()));
            Set<Lease> done = written.leases();
            open = open.entrySet().stream()
                    .filter(one -> !done.contains(one.getKey().lease()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            Set<Lease> lost = lost(open.keySet());
            if (open.isEmpty() || !lost.isEmpty()) {
                return new Result(lost, written.watchedIds());
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
        throw new IllegalStateException(
                "other transactions have locked the rows of %s tasks for %s; their handlers' writes are rolled back, and they are run again"
                        .formatted(open.size(), PAUSE.multipliedBy(TRIES)));
    }

    private Written writeOnce(Collection<Verdict> some) {
        Map<Verdict.Completed.Kind, List<Verdict.Completed>> succeeded = some.stream()
                .filter(Verdict.Completed.class::isInstance)
                .map(Verdict.Completed.class::cast)
                .collect(Collectors.groupingBy(Verdict.Completed::kind));
        List<Verdict> others =
                some.stream().filter(one -> !(one instanceof Verdict.Completed)).toList();
        Written written = succeeded.values().stream()
                .map(one -> completions.completeAllIfHeld(claimant, one))
                .reduce(Written.NOTHING, Written::and);
        return others.isEmpty() ? written : written.and(verdicts.writeAllIfHeld(claimant, others));
    }

    /**
     * Returns the leases that are lost. The others are of rows that are locked, for a renewal or by a user. Reads on
     * another connection, whatever the isolation of this transaction is.
     */
    private Set<Lease> lost(Collection<Claimed> tasks) throws SystemException, InvalidTransactionException {
        if (tasks.isEmpty()) {
            return Set.of();
        }
        Transaction own = transactions.suspend();
        try {
            return leases.read(claimant, tasks).entrySet().stream()
                    .filter(one -> one.getValue() != Leases.State.HELD)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        } finally {
            transactions.resume(own);
        }
    }

    /** Returns whether a commit whose answer is missing was made. All verdicts are written by it, or none. */
    private boolean isCommitted(Collection<Claimed> tasks, Exception failure) {
        try {
            return leases.read(claimant, tasks).values().stream()
                    .anyMatch(state -> state == Leases.State.COMPLETED || state == Leases.State.SETTLED);
        } catch (JDBCException e) {
            failure.addSuppressed(e);
            return false;
        }
    }
}
