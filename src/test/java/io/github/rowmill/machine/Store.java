package io.github.rowmill.machine;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.enqueue.Rows;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.Trims;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.FencedWrite;
import io.github.rowmill.engine.store.end.Recoveries;
import io.github.rowmill.engine.store.end.SharedCommit;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.VerdictCommit;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.feature.step.SignalDelivery;
import io.github.rowmill.feature.step.store.StepTrimmer;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The real verbs, each in a transaction as in the engine. A single verdict is the last statement of its handler's
 * transaction.
 */
@Singleton
class Store implements Service {

    @Inject
    Claimant claimant;

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    TransactionManager transactions;

    @Inject
    Rows rows;

    @Inject
    HandClaims claims;

    @Inject
    Leases leases;

    @Inject
    Completions completions;

    @Inject
    Verdicts verdicts;

    @Inject
    VerdictCommit commit;

    @Inject
    SharedCommit shared;

    @Inject
    JoinedDatabase joined;

    @Inject
    Recoveries recoveries;

    @Inject
    Trims trims;

    @Inject
    Attempts attempts;

    @Inject
    SignalDelivery delivery;

    @Inject
    StepTrimmer steps;

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks, Ending ending) {
        boolean alone = tasks.size() == 1 && ending == Ending.COMMIT;
        return alone ? queue.enqueue(tasks) : inTransaction(ending, () -> queue.enqueue(tasks));
    }

    @Override
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return claims.claim(queue, types, limit);
    }

    @Override
    public List<Claimed> claimAfter(Claimed last, Set<String> types, int limit) {
        return Bookmark.claimAfter(claims, last, types, limit);
    }

    @Override
    public List<Claimed> claimNew(String queue, List<Long> ids) {
        return claims.claimNew(queue, ids);
    }

    @Override
    public Inserts.Made insertNew(NewTask task) {
        return claims.insertNew(rows.of(task));
    }

    @Override
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        return claims.claimQuarantined(queues, types);
    }

    @Override
    public Set<Lease> renew(Collection<Lease> held) {
        return leases.renew(claimant, held, Store::unforeseen);
    }

    @Override
    public boolean complete(Lease lease, Ending ending) {
        return settle(new Verdict.Completed(lease), ending);
    }

    @Override
    public Set<Lease> completeAll(Collection<Lease> held) {
        return held.isEmpty()
                ? Set.of()
                : completions.completeAll(claimant, Successes.of(held)).leases();
    }

    @Override
    public boolean settle(Verdict verdict, Ending ending) {
        return ending == Ending.COMMIT ? commit(verdict) : inTransaction(ending, () -> write(verdict));
    }

    private boolean commit(Verdict verdict) {
        return afterAStatement(() -> commit.commit(verdict)).isWritten();
    }

    @Override
    public Set<Lease> settleTogether(Map<Claimed, Verdict> verdicts) {
        return afterAStatement(() -> shared.commit(verdicts)).lost();
    }

    /** Settles after a first statement, like that of a handler. Then a success is written with the commit. */
    private <T> T afterAStatement(Callable<T> settle) {
        try {
            transactions.begin();
            try {
                joined.statement(sql -> sql.first("select 1", row -> true));
                return settle.call();
            } finally {
                if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                    transactions.rollback();
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean write(Verdict verdict) {
        FencedWrite written = verdict instanceof Verdict.Completed success
                ? completions.completeIfHeld(claimant, success, () -> false)
                : verdicts.writeIfHeld(claimant, verdict);
        return written.isWritten();
    }

    @Override
    public Set<Lease> settleAll(List<Verdict> some) {
        return verdicts.writeAll(claimant, some).leases();
    }

    @Override
    public Map<Lease, Leases.State> read(Collection<Claimed> tasks) {
        return leases.read(claimant, tasks);
    }

    @Override
    public Map<Long, TaskStatus> recover(int limit) {
        return recoveries.recover(limit, MAX_CRASHES, Store::unforeseen).stream()
                .collect(Collectors.toMap(Recoveries.Recovered::id, Recoveries.Recovered::status));
    }

    @Override
    public void cancel(long id) {
        queue.cancel(id);
    }

    @Override
    public void retry(long id) {
        queue.retry(id);
    }

    @Override
    public int trim(TaskStatus status) {
        return trims.trim(status, RETENTION, Integer.MAX_VALUE, Store::unforeseen);
    }

    @Override
    public void pass(long id, Duration time) {
        mill.pass(id, time);
    }

    private static final String FAIL_OVER =
            "update rowmill_task set operator_id = 'another' where id = ? and status = 'executing'";

    @Override
    public boolean failOver(long id) {
        return joined.statement(sql -> sql.run(FAIL_OVER, id)) == 1;
    }

    @Override
    public Task task(long id) {
        return mill.task(id);
    }

    @Override
    public int step(Claimed task, String name, int value) {
        return attempts.step(task, name, value);
    }

    @Override
    public Optional<Integer> transact(Claimed task, String name, int value, Ending ending) {
        return attempts.transact(task, name, value, ending);
    }

    @Override
    public Pause sleep(Claimed task, String name, Duration time) {
        return attempts.sleep(task, name, time);
    }

    @Override
    public Pause await(Claimed task, String name, String signal, Duration most) {
        return attempts.await(task, name, signal, most);
    }

    /** An age at which the sweep finds no signal itself, and marks only those that this node has sent. */
    private static final Duration OWN_SIGNALS = Duration.ofHours(1);

    @Override
    public void signal(long id, String name, int payload, Ending ending) {
        inTransaction(ending, () -> {
            queue.signal(id, name, payload);
            return null;
        });
        delivery.sweepOnce(OWN_SIGNALS);
    }

    private static final String SIGNAL = "select rowmill_send_signal(?, ?, cast(? as jsonb))";

    @Override
    public boolean signalBySql(long id, String name, int payload) {
        return send(id, name, payload).isPresent();
    }

    private Optional<Long> send(long id, String name, int payload) {
        return joined.statement(sql -> sql.first(
                        SIGNAL,
                        row -> Optional.ofNullable(row.getObject(1, Long.class)),
                        id,
                        name,
                        String.valueOf(payload)))
                .orElseThrow();
    }

    private static final String MARK = "select m.signal from rowmill_signal_mark(array[cast(? as bigint)]) m";
    private static final String IS_MARKED = "select 1 from rowmill_task where id = ? and signalled";

    /** Marks the task and reads the mark in one transaction. A verdict that waits for it removes the mark. */
    @Override
    public boolean mark(long id) {
        long signal = send(id, Ruling.SIGNAL, 1).orElse(0L);
        return inTransaction(Ending.COMMIT, () -> {
            joined.statement(sql -> sql.first(MARK, row -> true, signal));
            return joined.statement(sql -> sql.first(IS_MARKED, row -> true, id))
                    .isPresent();
        });
    }

    @Override
    public int sweepSignals() {
        return delivery.sweepOnce(Duration.ZERO);
    }

    @Override
    public long trimSteps() {
        return steps.trimOnce();
    }

    private static void unforeseen(Throwable refusal) {
        throw new AssertionError("the database refused a row", refusal);
    }

    /** Runs work in a transaction. A refusal is committed too, as an application may do. */
    private <T> T inTransaction(Ending ending, Supplier<T> work) {
        try {
            transactions.begin();
            try {
                T answer = work.get();
                end(ending);
                return answer;
            } catch (RowmillException refused) {
                end(ending);
                throw refused;
            } finally {
                if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                    transactions.rollback();
                }
            }
        } catch (NotSupportedException
                | SystemException
                | RollbackException
                | HeuristicMixedException
                | HeuristicRollbackException e) {
            throw new IllegalStateException(e);
        }
    }

    private void end(Ending ending)
            throws SystemException, RollbackException, HeuristicMixedException, HeuristicRollbackException {
        if (ending == Ending.COMMIT) {
            transactions.commit();
        } else {
            transactions.rollback();
        }
    }
}
