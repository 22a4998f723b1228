package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskSuspended;
import io.github.rowmill.engine.ByHand;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class SleepTest extends StepTest {

    private static final Duration DAYS = Duration.ofDays(3);

    private Object nap(TaskContext task) {
        done.add("before");
        task.sleep("nap", DAYS);
        done.add("after");
        return null;
    }

    private long secondsLeft(long id) {
        return rows.number(
                "select cast(extract(epoch from run_at - clock_timestamp()) as bigint) from rowmill_task where id = "
                        + id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-virtual"})
    void aSleepHoldsNoWorkerAndUsesUpNoAttempt(String type) {
        long id = enqueue(type, this::nap);

        assertThat(mill.drain()).isOne();
        assertThat(state(id)).isEqualTo("queued 0");
        assertThat(secondsLeft(id)).isBetween(DAYS.toSeconds() - 60, DAYS.toSeconds());

        mill.pass(id, DAYS);
        assertThat(mill.drain()).isOne();

        assertThat(done).containsExactly("before", "before", "after");
        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(recorded(id)).isEqualTo("nap");
    }

    @Test
    void aTaskThatIsMadeDueEarlySleepsAgain() {
        long id = enqueue("probe", this::nap);
        mill.drain();
        mill.pass(id, Duration.ofDays(1));

        rows.execute("update rowmill_task set run_at = now() where id = " + id);
        assertThat(mill.drain()).isOne();

        assertThat(state(id)).isEqualTo("queued 0");
        assertThat(secondsLeft(id))
                .isBetween(
                        Duration.ofDays(2).toSeconds() - 60, Duration.ofDays(2).toSeconds());
        assertThat(done).doesNotContain("after");
    }

    @Test
    void theTimeBeginsWithTheFirstAttempt() {
        long id = enqueue("probe", this::nap);
        mill.crashOnce(id);
        String until = rows.text("select until from rowmill_step");

        mill.drain();

        assertThat(rows.text("select until from rowmill_step")).isEqualTo(until);
        assertThat(state(id)).isEqualTo("queued 1");
    }

    @Test
    void aSleepForgetsEarlierCrashes() {
        long id = enqueue("probe", this::nap);
        mill.crashOnce(id);

        mill.drain();

        assertThat(rows.of(id, "crashes")).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe-tx", "probe-shared"})
    void aTransactionalHandlerCannotSleep(String type) {
        long id = enqueue(type, this::nap);

        mill.drain();

        assertThat(state(id)).isEqualTo("queued 1");
        assertThat(rows.of(id, "error"))
                .contains("'nap' sleeps or waits in the transaction of a @Transactional handler")
                .contains("remove @Transactional, and write in task.transaction(name, …)");
        assertThat(rows.number("select count(*) from rowmill_step")).isZero();
    }

    @Test
    void aHandlerCannotSleepInATransactionOfItsOwn() {
        long id = enqueue("probe", task -> QuarkusTransaction.requiringNew().call(() -> nap(task)));

        mill.drain();

        assertThat(rows.of(id, "error")).contains("'nap' sleeps or waits in a transaction");
    }

    @Test
    void aStepCannotSleep() {
        long id = enqueue("probe", task -> {
            assertThatThrownBy(() -> task.step("outer", () -> nap(task)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("inside of another step");
            return null;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aSleepThatIsCaughtEndsTheAttemptNevertheless() {
        long id = enqueue("probe", task -> {
            try {
                return nap(task);
            } catch (TaskSuspended e) {
                assertThatThrownBy(() -> task.step("more", () -> done.add("more")))
                        .isInstanceOf(TaskSuspended.class);
                return "a result";
            }
        });

        mill.drain();
        assertThat(state(id)).isEqualTo("queued 0");
        assertThat(rows.of(id, "result")).isNull();

        mill.pass(id, DAYS);
        mill.drain();

        assertThat(done).containsExactly("before", "before", "after");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aSleepThatIsWrappedEndsTheAttemptNevertheless() {
        long id = enqueue("probe", task -> {
            try {
                return nap(task);
            } catch (TaskSuspended e) {
                throw new IllegalStateException(e);
            }
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("queued 0");
        assertThat(rows.of(id, "error")).isNull();
    }

    @Test
    void aSleepUnderALostLeaseIsNotRecorded() {
        long id = enqueue("probe", task -> {
            takeLease(task.id());
            return nap(task);
        });

        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_step")).isZero();
        assertThat(state(id)).isEqualTo("executing 1");
    }

    @Test
    void aTimeOutOfRangeIsRefused() {
        long id = enqueue("probe", task -> {
            assertThatThrownBy(() -> task.sleep("nap", Duration.ofSeconds(-1)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> task.sleep("nap", Duration.ofDays(36_501)))
                    .isInstanceOf(IllegalArgumentException.class);
            task.sleep("nap", Duration.ZERO);
            return null;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void timePassesForTheSleepsOfAllTasks() {
        long id = enqueue("probe", this::nap);
        mill.drain();

        mill.pass(DAYS);
        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
    }
}
