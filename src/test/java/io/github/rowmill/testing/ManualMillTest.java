package io.github.rowmill.testing;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class ManualMillTest {

    @Inject
    ManualMill mill;

    @Inject
    TaskQueue queue;

    @Inject
    KitHandlers handlers;

    @Inject
    Heard heard;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void clear() {
        rows.clear();
        rows.execute("delete from rowmill_schedule where name like 'kit-%'");
        handlers.outside.clear();
        heard.clear();
    }

    @Test
    void clearDeletesTasksAttemptsLogsAndJobs() {
        queue.enqueue(NewTask.of("kit-chain", new KitHandlers.Step("link", 2)));
        mill.drain();
        rows.execute("insert into rowmill_log (task, attempt, lines) values (1, 1, 'text')");

        mill.clear();

        assertThat(mill.tasks()).isEmpty();
        assertThat(
                        rows.number(
                                "select (select count(*) from rowmill_attempt) + (select count(*) from rowmill_log) + (select count(*) from rowmill_job)"))
                .isZero();
    }

    @Test
    void aDrainRunsAllDueTasksAndNoOtherTask() {
        queue.enqueue(NewTask.of("kit-chain", new KitHandlers.Step("link", 2)));
        long later = queue.enqueue(NewTask.of("kit-plain").delay(Duration.ofHours(1)))
                .id();

        assertThat(mill.drain()).isEqualTo(3);
        assertThat(mill.task(later).getStatus()).isEqualTo(TaskStatus.QUEUED);
    }

    @Test
    void timePassesForAllTasksAndAllSchedules() {
        long soon = queue.enqueue(NewTask.of("kit-plain").delay(Duration.ofHours(1)))
                .id();
        long late = queue.enqueue(NewTask.of("kit-plain").delay(Duration.ofHours(3)))
                .id();
        rows.execute("insert into rowmill_schedule (name, type, every) values ('kit-hourly', 'kit-row', '1 hour')");
        rows.execute(
                "insert into rowmill_schedule (name, type, every, paused) values ('kit-paused', 'kit-row', '1 hour', true)");

        mill.pass(Duration.ofHours(2));
        mill.drain();

        assertThat(mill.task(soon).getStatus()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(mill.task(late).getStatus()).isEqualTo(TaskStatus.QUEUED);
        assertThat(mill.tasks())
                .hasEnqueued("kit-row")
                .withStatus(TaskStatus.COMPLETED)
                .once();
    }

    @Test
    void aCrashLeavesTheTaskToTheNextRoundAndRollsItsTransactionBack() {
        long id = queue.enqueue(NewTask.of("kit-row")).id();

        mill.crashOnce(id);

        Task crashed = mill.task(id);
        assertThat(crashed.getStatus()).isEqualTo(TaskStatus.EXECUTING);
        assertThat(crashed.getAttempts()).isEqualTo(1);
        assertThat(effects(id)).isZero();
        assertThat(handlers.outside).containsExactly("row");

        mill.runOnce();

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(mill.task(id).getAttempts()).isEqualTo(2);
        assertThat(effects(id)).isEqualTo(1);
        assertThat(handlers.outside).containsExactly("row", "row");
        assertThat(heard.of(TaskEvent.Recovered.class))
                .extracting(TaskEvent.Recovered::id)
                .containsExactly(id);
    }

    @Test
    void aTaskThatCrashesItsNodeRepeatedlyIsDead() {
        long id = queue.enqueue(NewTask.of("kit-plain")).id();

        int crashes = 0;
        while (mill.task(id).getStatus() != TaskStatus.DEAD) {
            assertThat(crashes++).isLessThan(10);
            mill.crashOnce(id);
            recoverOnly(id);
        }

        assertThat(mill.task(id).getCrashes()).isGreaterThan(1);
    }

    /** Runs a round that recovers the task and claims nothing, because nothing is due. */
    private void recoverOnly(long id) {
        rows.execute("update rowmill_task set run_at = now() + interval '1 day' where id = " + id);
        mill.runOnce();
        rows.execute("update rowmill_task set run_at = now() where id = %d and status = 'queued'".formatted(id));
    }

    @Test
    void aLostLeaseMakesTheVerdictStale() {
        long id = queue.enqueue(NewTask.of("kit-row")).id();

        mill.loseLeaseOnce(id);

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.QUEUED);
        assertThat(mill.task(id).getCrashes()).isEqualTo(1);
        assertThat(effects(id)).isZero();
        assertThat(heard.of(TaskEvent.Stale.class))
                .extracting(TaskEvent.Stale::id)
                .containsExactly(id);

        mill.runOnce();

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(effects(id)).isEqualTo(1);
    }

    @Test
    void aVerdictWithoutATransactionIsAlsoStale() {
        long id = queue.enqueue(NewTask.of("kit-plain")).id();

        mill.loseLeaseOnce(id);

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.QUEUED);
        assertThat(heard.of(TaskEvent.Stale.class)).hasSize(1);
    }

    @Test
    void aTaskOutsideTheRoundCannotCrashAndOtherTasksRun() {
        long later = queue.enqueue(NewTask.of("kit-plain").delay(Duration.ofHours(1)))
                .id();
        long other = queue.enqueue(NewTask.of("kit-plain")).id();

        assertThatThrownBy(() -> mill.crashOnce(later))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("task %d did not run", later);
        assertThat(mill.task(other).getStatus()).isEqualTo(TaskStatus.COMPLETED);
        assertThatThrownBy(() -> mill.loseLeaseOnce(other)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void afterASimulatedCrashHandlersRunOnWorkersAgain() {
        mill.crashOnce(queue.enqueue(NewTask.of("kit-plain")).id());
        mill.drain();

        assertThat(handlers.outside)
                .first()
                .asString()
                .startsWith("1 " + Thread.currentThread().getName());
        assertThat(handlers.outside).last().asString().startsWith("2 rowmill-worker-");
    }

    private long effects(long id) {
        return rows.number("select count(*) from sample_event where task_id = " + id);
    }
}
