package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.InvalidSignalException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskSuspended;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.feature.step.store.StepTrimmer;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class SignalTest extends StepTest {

    private static final Duration DAYS = Duration.ofDays(3);
    private static final Decision GRANTED = new Decision(true);

    @Inject
    StepTrimmer trimmer;

    @Inject
    SignalDelivery delivery;

    private Object decide(TaskContext task) {
        done.add(String.valueOf(task.awaitSignal("decision", Decision.class, DAYS)));
        return null;
    }

    private long signals() {
        return rows.number("select count(*) from rowmill_signal");
    }

    @Test
    void aSignalThatCameBeforeIsReceivedAtOnce() {
        long id = enqueue("probe", this::decide);
        mill.signal(id, "decision", GRANTED);

        assertThat(mill.drain()).isOne();

        assertThat(done).containsExactly("Optional[Decision[granted=true]]");
        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(signals()).isZero();
    }

    @Test
    void aTaskThatWaitsIsDueWithItsSignal() {
        long id = enqueue("probe", this::decide);
        assertThat(mill.drain()).isOne();
        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || awaits")).isEqualTo("queued 0 decision");
        assertThat(mill.drain()).isZero();

        mill.signal(id, "decision", GRANTED);
        assertThat(mill.drain()).isOne();

        assertThat(done).containsExactly("Optional[Decision[granted=true]]");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aWaitEndsWithoutASignal() {
        long id = enqueue("probe", this::decide);
        mill.drain();

        mill.pass(id, DAYS);
        mill.drain();

        assertThat(done).containsExactly("Optional.empty");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aSignalAfterTheEndOfTheWaitCountsIfNoAttemptHasLooked() {
        long id = enqueue("probe", this::decide);
        mill.drain();
        mill.pass(id, DAYS);

        mill.signal(id, "decision", GRANTED);
        mill.drain();

        assertThat(done).containsExactly("Optional[Decision[granted=true]]");
    }

    @Test
    void aRecordedWaitReceivesNoSecondSignal() {
        long id = enqueue("probe", this::decide);
        mill.signal(id, "decision", GRANTED);
        mill.crashOnce(id);
        mill.signal(id, "decision", new Decision(false));

        mill.drain();

        assertThat(done).containsOnly("Optional[Decision[granted=true]]").hasSize(2);
        assertThat(signals()).isOne();
    }

    @Test
    void eachWaitReceivesTheOldestSignal() {
        long id = enqueue("probe", task -> {
            for (int i = 0; i < 3; i++) {
                done.add(String.valueOf(task.awaitSignal("wait-" + i, "number", Integer.class, DAYS)));
            }
            return null;
        });
        mill.signal(id, "number", 1);
        mill.signal(id, "other", 9);
        mill.signal(id, "number", 2);
        mill.drain();
        assertThat(done).containsOnly("Optional[1]", "Optional[2]");
        mill.signal(id, "number", 3);

        mill.drain();

        assertThat(done).endsWith("Optional[1]", "Optional[2]", "Optional[3]");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aSignalOfAnotherNameLeavesTheTaskAsleep() {
        long id = enqueue("probe", this::decide);
        mill.drain();

        mill.signal(id, "other", GRANTED);

        assertThat(mill.drain()).isZero();
        assertThat(state(id)).isEqualTo("queued 0");
    }

    /** The signal comes after the wait has looked for it, and before the verdict lets the task sleep. */
    @Test
    void aSignalBetweenTheWaitAndItsVerdictIsNotLost() {
        long id = enqueue("probe", task -> {
            try {
                return decide(task);
            } catch (TaskSuspended e) {
                String version = rows.of(task.id(), "version");
                queue.signal(task.id(), "decision", GRANTED);
                await().atMost(Duration.ofSeconds(30)).until(() -> "t".equals(rows.of(task.id(), "signalled")));
                assertThat(rows.of(task.id(), "version")).isEqualTo(version);
                throw e;
            }
        });

        assertThat(mill.drain()).isEqualTo(2);

        assertThat(done).containsExactly("Optional[Decision[granted=true]]");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aSignalIsSentWithTheTransactionOfItsSender() {
        long id = enqueue("probe", this::decide);
        mill.drain();

        QuarkusTransaction.begin();
        queue.signal(id, "decision", new Decision(false));
        QuarkusTransaction.rollback();
        assertThat(mill.drain()).isZero();
        QuarkusTransaction.requiringNew().run(() -> queue.signal(id, "decision", GRANTED));
        mill.drain();

        assertThat(done).containsExactly("Optional[Decision[granted=true]]");
    }

    @Test
    void aTaskCanBeSignalledByTheTransactionThatEnqueuesIt() {
        long id = QuarkusTransaction.requiringNew().call(() -> {
            long made = enqueue("probe", this::decide);
            queue.signal(made, "decision", GRANTED);
            return made;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(done).hasSize(1);
    }

    @Test
    void aTaskThatRunsInlineContinuesWithItsSignal() {
        try (var inline = mill.inline()) {
            long id = enqueue("probe", this::decide);
            assertThat(state(id)).isEqualTo("queued 0");

            mill.signal(id, "decision", GRANTED);

            assertThat(state(id)).isEqualTo("completed 1");
        }
    }

    @Test
    void aTaskIsFoundByItsUniqueKey() {
        NewTask task = NewTask.of("probe", probes.behave(this::decide)).uniqueKey("expense-7");
        long id = queue.enqueue(task).id();
        mill.drain();

        queue.signal("probe", "expense-7", "decision", GRANTED);
        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThatThrownBy(() -> queue.signal("probe", "expense-7", "decision", GRANTED))
                .isInstanceOf(TaskNotFoundException.class)
                .hasMessageContaining("holds the unique key 'expense-7'");
    }

    @Test
    void aTaskThatHasEndedReceivesNoSignal() {
        long id = enqueue("probe", task -> null);
        mill.drain();

        assertThatThrownBy(() -> queue.signal(id, "decision", GRANTED))
                .isInstanceOf(IllegalTransitionException.class)
                .hasMessageContaining("is completed and receives no signal");
        assertThatThrownBy(() -> queue.signal(-1, "decision", GRANTED)).isInstanceOf(TaskNotFoundException.class);
        assertThat(signals()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\0"})
    void aNameThatCannotBeStoredIsRefused(String name) {
        long id = enqueue("probe", this::decide);

        assertThatThrownBy(() -> queue.signal(id, name, GRANTED))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageStartingWith("the signal cannot be sent: its name must ");
    }

    @Test
    void aPayloadThatCannotBeKeptIsRefused() {
        long id = enqueue("probe", this::decide);

        assertThatThrownBy(() -> queue.signal(id, "decision", "x".repeat(300_000)))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageContaining("rowmill.result.max-size");
        assertThatThrownBy(() -> queue.signal(id, "decision", "\0"))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageStartingWith("the signal cannot be sent: its payload must not hold U+0000");
        assertThatThrownBy(() -> queue.signal(id, "decision", Map.of("by", "\0")))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageStartingWith("the signal cannot be sent: its payload.by must not hold U+0000");
        assertThatThrownBy(() -> queue.signal(id, "decision", Optional.empty()))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageContaining("null");
    }

    @Test
    void aTransactionalHandlerCannotWait() {
        long id = enqueue("probe-tx", this::decide);

        mill.drain();

        assertThat(rows.of(id, "error")).contains("sleeps or waits in the transaction of a @Transactional handler");
    }

    @Test
    void aTaskThatFailsAfterItsWaitNoLongerWaits() {
        long id = enqueue("probe", task -> {
            decide(task);
            throw new IllegalStateException("as if");
        });
        mill.drain();
        mill.signal(id, "decision", GRANTED);
        mill.drain();
        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || coalesce(awaits, 'none')"))
                .isEqualTo("queued 1 none");
        String due = rows.of(id, "run_at");

        mill.signal(id, "decision", GRANTED);
        mill.drain();

        assertThat(rows.of(id, "run_at")).isEqualTo(due);
    }

    @Test
    void stepsAndSignalsOfDeletedTasksAreDeleted() {
        long gone = enqueue("probe", this::decide);
        long kept = enqueue("probe", this::decide);
        mill.drain();
        mill.signal(gone, "other", 1);
        mill.signal(kept, "other", 1);

        rows.execute("delete from rowmill_task where id = " + gone);

        assertThat(trimmer.trimOnce()).isEqualTo(2);
        assertThat(rows.number("select count(*) from rowmill_step where task = " + kept))
                .isOne();
        assertThat(signals()).isOne();
    }

    @Test
    void manyStepsOfDeletedTasksAreDeletedInOneTrim() {
        rows.execute("""
                insert into rowmill_step (task, name, done)
                select -(n / 7), n, now()
                  from generate_series(1, 12000) n
                """);

        assertThat(trimmer.trimOnce()).isEqualTo(12_000);
        assertThat(rows.number("select count(*) from rowmill_step")).isZero();
    }

    @Test
    void tasksThatSleepOrWaitAreCounted() {
        enqueue("probe", this::decide);
        enqueue("probe", task -> {
            task.sleep("night", DAYS);
            return null;
        });
        long ended = enqueue("probe", this::decide);
        enqueue("probe", task -> null);
        mill.drain();
        queue.cancel(ended);

        delivery.countOnce();

        assertThat(delivery.asleep()).isEqualTo(2);
    }
}
