package io.github.rowmill.testing;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class InlineTasksTest {

    @Inject
    ManualMill mill;

    @Inject
    TaskQueue queue;

    @Inject
    KitHandlers handlers;

    @Inject
    Rows rows;

    private InlineTasks inline;

    @BeforeEach
    void open() {
        rows.clear();
        handlers.outside.clear();
        inline = mill.inline();
    }

    @AfterEach
    void close() {
        inline.close();
        rows.clear();
    }

    @Test
    void aTaskHasRunInThisThreadWhenTheEnqueueReturns() {
        long id = queue.enqueue(NewTask.of("kit-plain")).id();

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(handlers.outside)
                .containsExactly(
                        "1 " + Thread.currentThread().getName() + " transaction=" + Status.STATUS_NO_TRANSACTION);
    }

    @Test
    void tasksOfATransactionRunAfterItsCommitAndNotBefore() {
        QuarkusTransaction.requiringNew().run(() -> {
            queue.enqueue(NewTask.of("kit-row"));
            queue.enqueue(NewTask.of("kit-row"));
            assertThat(handlers.outside).isEmpty();
        });

        assertThat(handlers.outside).containsExactly("row", "row");
        assertThat(rows.number("select count(*) from sample_event")).isEqualTo(2);
        assertThat(QuarkusTransaction.isActive()).isFalse();
    }

    @Test
    void aRolledBackTaskNeverRuns() {
        assertThatThrownBy(() -> handlers.enqueueAndFail()).hasMessage("rolled back");

        assertThat(handlers.outside).isEmpty();
        assertThat(mill.tasks()).isEmpty();
    }

    @Test
    void tasksEnqueuedByHandlersAlsoRun() {
        queue.enqueue(NewTask.of("kit-chain", new KitHandlers.Step("link", 3)));

        assertThat(handlers.outside).containsExactly("link3", "link2", "link1", "link0");
        assertThat(mill.tasks())
                .hasEnqueued("kit-chain")
                .withStatus(TaskStatus.COMPLETED)
                .times(4);
    }

    @Test
    void aFailureIsRecordedAndItsRetryWaitsForItsTime() {
        long id = queue.enqueue(NewTask.of("kit-fails").maxAttempts(2)).id();

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.QUEUED);
        assertThat(mill.task(id).getAttempts()).isEqualTo(1);

        mill.pass(id, Duration.ofHours(1));
        mill.drain();
        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.DEAD);

        queue.retry(id);
        assertThat(mill.task(id).getAttempts()).isEqualTo(3);
    }

    @Test
    void aTaskThatIsNotDueDoesNotRun() {
        queue.enqueue(NewTask.of("kit-plain").delay(Duration.ofMinutes(1)));

        assertThat(handlers.outside).isEmpty();
    }

    @Test
    void afterTheCloseTasksWaitForARound() {
        inline.close();

        queue.enqueue(NewTask.of("kit-row"));
        assertThat(handlers.outside).isEmpty();
        assertThat(mill.drain()).isEqualTo(1);
    }

    @Test
    void aSecondInlineModeIsRefused() {
        assertThatThrownBy(() -> mill.inline())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inline already");
    }
}
