package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the promises of docs/guarantees.md, one by one. */
@QuarkusTest
@TestProfile(ByHand.class)
class PromisesTest extends EngineTest {

    private static final Set<String> TYPES = Set.of("noop");
    private static final Duration LEASE = Duration.ofSeconds(31);

    @Inject
    Claimant claimant;

    @Inject
    EntityManager entities;

    @BeforeEach
    void createEffects() {
        rows.asSuperuser("create table if not exists test_effect (id bigint primary key); delete from test_effect");
    }

    @Inject
    HandClaims claims;

    @Inject
    Completions completions;

    @Inject
    Verdicts verdicts;

    @Inject
    Leases leases;

    @Test
    void aCommittedTaskRunsAndARolledBackTaskDoesNotExist() {
        long committed = QuarkusTransaction.requiringNew()
                .call(() -> queue.enqueue(NewTask.of("noop")).id());
        QuarkusTransaction.begin();
        long rolledBack = queue.enqueue(NewTask.of("noop")).id();
        QuarkusTransaction.rollback();

        mill.drain();

        assertThat(rows.of(committed, "status")).isEqualTo("completed");
        assertThat(rows.of(rolledBack, "status")).isNull();
    }

    @Test
    void anAttemptCountsFromItsClaimSoACrashBeforeTheHandlerCounts() {
        long id = queue.enqueue(NewTask.of("noop").maxAttempts(2)).id();

        claims.claim("default", TYPES, 1);
        mill.pass(id, LEASE);
        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || crashes")).isEqualTo("completed 2 1");
    }

    @Test
    void noMoreAttemptsAreMadeThanAllowed() {
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    attempts.add(task.attempt());
                    throw new IllegalStateException("always");
                })))
                .id();

        for (int i = 0; i < 5; i++) {
            mill.pass(id, Duration.ofHours(2));
            mill.drain();
        }

        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("dead 3");
        assertThat(rows.number("select count(*) from rowmill_attempt where task = " + id))
                .isEqualTo(3);
    }

    @Test
    void aLateWorkerCannotSettleATaskThatWasTakenOver() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        Lease late = claims.claim("default", TYPES, 1).get(0).lease();
        mill.pass(id, LEASE);
        mill.drain();

        assertThatNothingIsWritten(id, late);
    }

    /** A failover lost the first claim. Then this row, or a new one with that id, reached that version again. */
    @Test
    void aLateWorkerCannotSettleAnotherNodesClaimOfTheSameVersion() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        Claimed late = claims.claim("default", TYPES, 1).get(0);
        rows.execute("update rowmill_task set operator_id = 'another' where id = " + id);

        assertThatNothingIsWritten(id, late.lease());
        assertThat(leases.read(claimant, List.of(late))).containsOnly(Map.entry(late.lease(), Leases.State.LOST));
    }

    private void assertThatNothingIsWritten(long id, Lease late) {
        String before = rows.of(id, "rowmill_task::text");

        boolean completed = completions
                .completeIfHeld(claimant, Successes.of(late), () -> false)
                .isWritten();
        boolean retried = verdicts.writeIfHeld(claimant, new Verdict.Retried(late, Duration.ZERO, "late", null))
                .isWritten();
        Set<Lease> inBatch =
                completions.completeAll(claimant, Successes.of(List.of(late))).leases();
        Set<Lease> retriedInBatch = verdicts.writeAll(claimant, List.of(new Verdict.Dead(late, "late", null)))
                .leases();
        Set<Lease> renewed = leases.renew(claimant, List.of(late), why -> {});

        assertThat(completed || retried).isFalse();
        assertThat(inBatch).isEmpty();
        assertThat(retriedInBatch).isEmpty();
        assertThat(renewed).isEmpty();
        assertThat(rows.of(id, "rowmill_task::text")).isEqualTo(before);
    }

    @Test
    void aTaskThatWasNotRecoveredCanCompleteAfterItsLeaseEnds() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        Lease lease = claims.claim("default", TYPES, 1).get(0).lease();
        mill.pass(id, LEASE);

        assertThat(completions
                        .completeIfHeld(claimant, Successes.of(lease), () -> false)
                        .isWritten())
                .isTrue();
    }

    @Test
    void aVerdictIsRecordedAtMostOnce() {
        queue.enqueue(NewTask.of("noop"));
        Lease lease = claims.claim("default", TYPES, 1).get(0).lease();

        assertThat(completions
                        .completeIfHeld(claimant, Successes.of(lease), () -> false)
                        .isWritten())
                .isTrue();
        assertThat(completions
                        .completeIfHeld(claimant, Successes.of(lease), () -> false)
                        .isWritten())
                .isFalse();
        assertThat(verdicts.writeIfHeld(claimant, new Verdict.Released(lease)).isWritten())
                .isFalse();
    }

    @Test
    void aRenewalKeepsTheVersionSoThatItsOwnerCanStillSettle() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        Lease lease = claims.claim("default", TYPES, 1).get(0).lease();
        mill.pass(id, Duration.ofSeconds(20));

        assertThat(leases.renew(claimant, List.of(lease), why -> {})).containsExactly(lease);

        assertThat(rows.of(id, "expiry > clock_timestamp() + interval '25 s'")).isEqualTo("t");
        assertThat(completions
                        .completeIfHeld(claimant, Successes.of(lease), () -> false)
                        .isWritten())
                .isTrue();
    }

    @Test
    void aTransactionalHandlersWritesAndItsCompletionCommitTogether() {
        long id = queue.enqueue(NewTask.ofJson("event", "{\"account\":\"a\",\"name\":\"n\",\"n\":1}"))
                .id();

        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.number("select count(*) from sample_event where task_id = " + id))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version = version + 1", "operator_id = 'another'"})
    void aTransactionalHandlersWritesAreRolledBackIfItsLeaseIsLost(String taken) {
        long id = queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    effect(task.id());
                    rows.execute("update rowmill_task set %s where id = %s".formatted(taken, task.id()));
                    return null;
                })))
                .id();

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("executing");
        assertThat(rows.number("select count(*) from sample_event where task_id = " + id))
                .isZero();
    }

    @Test
    void aTransactionalHandlersWritesAreRolledBackIfItFails() {
        long id = queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    effect(task.id());
                    throw new java.io.IOException("after the write");
                })))
                .id();

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.io.IOException: after the write");
        assertThat(rows.number("select count(*) from sample_event where task_id = " + id))
                .isZero();
    }

    @Test
    void aHandlerThatMarksItsTransactionForRollbackHasFailed() {
        long id = queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    effect(task.id());
                    QuarkusTransaction.setRollbackOnly();
                    return null;
                })))
                .id();

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "error")).contains("marked for rollback");
        assertThat(rows.number("select count(*) from sample_event where task_id = " + id))
                .isZero();
    }

    @Test
    void entitiesOfAHandlerAreFlushedBeforeItsVerdict() {
        long id = queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    entities.persist(new Effect(task.id()));
                    return null;
                })))
                .id();

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.number("select count(*) from test_effect where id = " + id))
                .isEqualTo(1);
    }

    @Test
    void aFlushThatFailsFailsTheAttemptAndNotTheNode() {
        long id = queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    rows.execute("insert into test_effect values (%d)".formatted(task.id()));
                    entities.persist(new Effect(task.id()));
                    return null;
                })))
                .id();

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 1");
        assertThat(rows.of(id, "error")).contains("ConstraintViolation");
        assertThat(rows.number("select count(*) from test_effect where id = " + id))
                .isZero();
    }

    @Test
    void theIdempotencyKeyStaysAndTheAttemptKeyChanges() {
        List<String> keys = new CopyOnWriteArrayList<>();
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    keys.add(task.idempotencyKey() + " " + task.attemptKey());
                    throw new IllegalStateException();
                })))
                .id();

        mill.runOnce();
        mill.pass(id, Duration.ofHours(2));
        mill.runOnce();

        assertThat(keys).containsExactly(id + " " + id + ":1", id + " " + id + ":3");
    }

    @Test
    void noRowLockIsHeldWhileAHandlerRuns() {
        long id = queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    rows.execute("select 1 from rowmill_task where id = " + task.id() + " for update nowait");
                    return null;
                })))
                .id();

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aCompletedTaskCannotBeCancelledOrRetried() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        mill.drain();

        assertThatThrownBy(() -> queue.cancel(id)).hasMessageContaining("task " + id + " is completed");
        assertThatThrownBy(() -> queue.retry(id)).hasMessageContaining("task " + id + " is completed");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    /** Inserts a row, in a transactional handler on the connection of its transaction. */
    private void effect(long task) {
        rows.execute("insert into sample_event (task_id, account, name, n) values (%d, 'a', 'n', 1)".formatted(task));
    }
}
