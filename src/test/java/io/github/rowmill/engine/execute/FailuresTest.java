package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests failures of handlers, and the state of their tasks after them. */
@QuarkusTest
@TestProfile(ByHand.class)
class FailuresTest extends EngineTest {

    private long enqueue(String type, Probes.Behaviour behaviour) {
        return queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
    }

    @Test
    void aFailureIsRecordedAndTheTaskIsQueuedAfterItsBackoff() {
        long id = enqueue("probe", task -> {
            throw new IllegalStateException("the mail server is down");
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.lang.IllegalStateException: the mail server is down");
        assertThat(rows.of(id, "run_at - last_updated between interval '3.9 s' and interval '6.1 s'"))
                .isEqualTo("t");
        assertThat(rows.text("select number || ' ' || error from rowmill_attempt where task = " + id))
                .isEqualTo("1 java.lang.IllegalStateException: the mail server is down");
        assertThat(rows.text("select stack_trace from rowmill_attempt where task = " + id))
                .contains("FailuresTest");
    }

    /** A bean whose interceptor wraps exceptions that the method does not declare. */
    @ApplicationScoped
    static class Nested {

        @Transactional
        void fail() {
            throw Nested.<RuntimeException>unchecked(new IOException("the file is gone"));
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
            throw (E) thrown;
        }
    }

    @Inject
    Nested nested;

    @Test
    void aCheckedExceptionOfANestedBeanIsRecordedAsItself() {
        long id = enqueue("probe", task -> {
            nested.fail();
            return null;
        });

        mill.runOnce();

        assertThat(rows.of(id, "error")).isEqualTo("java.io.IOException: the file is gone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-bean", "probe-virtual"})
    void anErrorFailsOnlyItsAttempt(String type) {
        List<Long> failing = List.of(
                enqueue(type, task -> {
                    throw new OutOfMemoryError("as if");
                }),
                enqueue(type, task -> overflow(0)),
                enqueue(type, task -> {
                    throw new LinkageError("missing class");
                }),
                enqueue(type, task -> {
                    throw new InternalError("deep inside");
                }));
        long fine = enqueue(type, task -> null);

        mill.runOnce();
        mill.runOnce();

        for (long id : failing) {
            assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 1");
            assertThat(rows.of(id, "error")).contains("Error");
        }
        assertThat(rows.of(fine, "status")).isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-bean", "probe-virtual"})
    void anInvalidOutcomeFailsOnlyItsAttempt(String type) {
        List<Long> failing = List.of(
                enqueue(type, task -> Outcome.retry(new IllegalStateException(), Duration.ofDays(200_000))),
                enqueue(type, task -> Outcome.snooze(Duration.ofDays(200_000))),
                enqueue(type, task -> Outcome.snooze(Duration.ofSeconds(-1))),
                enqueue(type, task -> Outcome.snooze(null)),
                enqueue(type, task -> Outcome.retry(null, Duration.ZERO)),
                enqueue(type, task -> Outcome.giveUp(null)));
        long fine = enqueue(type, task -> null);

        mill.runOnce();
        mill.runOnce();

        for (long id : failing) {
            assertThat(rows.of(id, "status || ' ' || attempts || ' ' || (run_at > now())"))
                    .isEqualTo("queued 1 true");
            assertThat(rows.of(id, "error")).containsAnyOf("delay", "cause");
        }
        assertThat(rows.of(fine, "status")).isEqualTo("completed");
    }

    private static Object overflow(int depth) {
        return depth < 0 ? null : overflow(depth + 1).hashCode();
    }

    @Test
    void anErrorTextThatPostgresCannotStoreIsStillRecorded() {
        long id = enqueue("probe", task -> {
            throw new IllegalStateException("nul \0 escape \u001b[31m half \ud800 pair");
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error"))
                .isEqualTo("queued java.lang.IllegalStateException: nul \uFFFD escape \uFFFD[31m half \uFFFD pair");
    }

    @Test
    void aHugeErrorTextIsCut() {
        long id = enqueue("probe", task -> {
            throw new IllegalStateException("x".repeat(10_000_000));
        });

        mill.runOnce();

        assertThat(rows.number("select length(error) from rowmill_task where id = " + id))
                .isEqualTo(8192);
        assertThat(rows.number("select length(stack_trace) from rowmill_attempt where task = " + id))
                .isEqualTo(32_768);
    }

    @Test
    void anExceptionWhoseMessageCannotBeReadIsRecordedByItsClass() {
        class Nasty extends RuntimeException {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException();
            }
        }
        long id = enqueue("probe", task -> {
            throw new Nasty();
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error")).startsWith("queued ").contains("Nasty");
    }

    @Test
    void aPayloadThatDoesNotFitFailsOnlyItsAttemptWithItsPath() {
        rows.insert(TaskRow.of("probe")
                .details("{\"key\": \"k\", \"mood\": \"FURIOUS\"}")
                .source("newer"));
        rows.insert(TaskRow.of("event").details("[1]").source("shape"));
        long fine = enqueue("probe", task -> null);

        mill.runOnce();

        assertThat(rows.text("select status || ' ' || attempts from rowmill_task where source = 'newer'"))
                .isEqualTo("queued 1");
        assertThat(rows.text("select error from rowmill_task where source = 'newer'"))
                .contains("payload.mood")
                .contains("UnreadablePayloadException");
        assertThat(rows.text("select status || ' ' || attempts from rowmill_task where source = 'shape'"))
                .isEqualTo("queued 1");
        assertThat(rows.of(fine, "status")).isEqualTo("completed");
    }

    @Test
    void anUnknownFieldOfAPayloadIsIgnored() {
        rows.insert(TaskRow.of("probe").details("{\"key\": \"k\", \"since\": \"v2\"}"));

        mill.runOnce();

        assertThat(rows.text("select status from rowmill_task")).isEqualTo("completed");
    }

    @Test
    void aTaskEnqueuedUnderAnAliasRuns() {
        long id = enqueue("former-probe", task -> null);

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void rulesForExceptionsDecideAndTheMostSpecificWins() {
        long snoozed = enqueue("probe", task -> {
            throw new Probes.Snoozing();
        });
        long givenUp = enqueue("probe", task -> {
            throw new Probes.Hopeless();
        });
        long retried = enqueue("probe", task -> {
            throw new Probes.UtterlyHopeless();
        });

        mill.runOnce();

        assertThat(rows.of(snoozed, "status || ' ' || attempts || ' ' || (run_at > now() + interval '9 min')"))
                .isEqualTo("queued 0 true");
        assertThat(rows.of(givenUp, "status || ' ' || attempts")).isEqualTo("dead 1");
        assertThat(rows.of(retried, "status || ' ' || attempts || ' ' || (run_at > now() + interval '59 min')"))
                .isEqualTo("queued 1 true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx"})
    void anOutcomeThatAHandlerReturnsIsFollowed(String type) {
        long snoozed = enqueue(type, task -> Outcome.snooze(Duration.ofMinutes(5)));
        long retried = enqueue(type, task -> Outcome.retry(new IllegalStateException("later"), Duration.ofMinutes(5)));
        long dead = enqueue(type, task -> Outcome.giveUp(new IllegalStateException("no use")));

        mill.runOnce();

        assertThat(rows.of(snoozed, "status || ' ' || attempts")).isEqualTo("queued 0");
        assertThat(rows.of(retried, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.lang.IllegalStateException: later");
        assertThat(rows.of(dead, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("dead 1 java.lang.IllegalStateException: no use");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx"})
    void anInternalEndingThatAHandlerReturnsIsAResult(String type) {
        long cancelled = enqueue(type, task -> new Ending.Cancelled());
        long lost = enqueue(type, task -> new Ending.LeaseLost());

        mill.runOnce();

        assertThat(rows.of(cancelled, "status")).isEqualTo("completed");
        assertThat(rows.of(lost, "status")).isEqualTo("completed");
    }

    @Test
    void aTransactionalHandlersWritesCommitWithTheOutcomeItReturns() {
        long id = enqueue("probe-tx", task -> {
            rows.execute("insert into sample_event (task_id, account, name, n) values (%d, 'a', 'n', 1)"
                    .formatted(task.id()));
            return Outcome.snooze(Duration.ofMinutes(5));
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 0");
        assertThat(rows.number("select count(*) from sample_event where task_id = " + id))
                .isEqualTo(1);
    }

    @Test
    void aHandlerThatTakesTooLongIsInterruptedAndItsTaskRetried() {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        long id = enqueue("probe-short", task -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                seen.set(e);
                throw e;
            }
            return null;
        });

        mill.runOnce();

        assertThat(seen.get()).isInstanceOf(InterruptedException.class);
        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 timed out: the handler took longer than PT0.2S");
    }

    @Test
    void theInterruptOfATimeoutDoesNotReachTheNextTask() {
        enqueue("probe-short", task -> {
            while (!task.isCancelled()) {
                Thread.onSpinWait();
            }
            return null;
        });
        List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        mill.runOnce();
        for (int i = 0; i < 8; i++) {
            enqueue("probe", task -> interrupted.add(Thread.currentThread().isInterrupted()));
        }

        mill.drain();

        assertThat(interrupted).hasSize(8).containsOnly(false);
    }

    @Test
    void aTaskCancelledWhileItRunsIsInterruptedAndStaysCancelled() {
        CountDownLatch interrupted = new CountDownLatch(1);
        long id = enqueue("probe", task -> {
            queue.cancel(task.id());
            assertThat(task.isCancelled()).isTrue();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return null;
        });

        mill.runOnce();

        assertThat(interrupted.getCount()).isZero();
        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("cancelled 1");
    }

    @Test
    void aDeadTaskThatAnAdminRetriesGetsOneAttemptMore() {
        long id = enqueue("probe", task -> task.attempt() == 1 ? Outcome.giveUp(new IllegalStateException()) : null);
        rows.execute("update rowmill_task set max_attempts = 1");
        mill.runOnce();

        queue.retry(id);
        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || max_attempts"))
                .isEqualTo("completed 2 2");
    }

    @Test
    void aPlainHandlerStartsWithoutATransaction() {
        List<Integer> statuses = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 5; i++) {
            enqueue("probe", task -> statuses.add(io.quarkus.narayana.jta.QuarkusTransaction.getStatus()));
        }

        mill.drain();

        assertThat(statuses).hasSize(5).containsOnly(jakarta.transaction.Status.STATUS_NO_TRANSACTION);
    }
}
