package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueFullException;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a full queue takes no more tasks until some start or are cancelled. {@code Queues.depth} counts its
 * tasks.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QueueDepthTest extends EngineTest {

    private static final String QUEUE = "shallow";

    @Inject
    Queues queues;

    @BeforeEach
    void limitDepth() {
        rows.execute("delete from rowmill_queue");
        queues.set(QUEUE, QueueRules.NONE.depth(3));
    }

    @AfterEach
    void withoutRules() {
        queues.delete(QUEUE);
    }

    private static NewTask task() {
        return NewTask.of("noop").queue(QUEUE);
    }

    private void fill() {
        queue.enqueue(Collections.nCopies(3, task()));
    }

    private long waiting() {
        return rows.number("select count(*) from rowmill_task where queue = 'shallow'");
    }

    @Test
    void aRefusalOfAFullQueueNamesTheQueueAndItsDepth() {
        for (int i = 0; i < 3; i++) {
            queue.enqueue(task());
        }

        QueueFullException refused = catchThrowableOfType(QueueFullException.class, () -> queue.enqueue(task()));

        assertThat(refused)
                .hasMessage("queue 'shallow' has no room for 1 more: at most 3 of its tasks may wait; "
                        + "enqueue again later, or raise the depth in its rules");
        assertThat(refused.queue()).isEqualTo(QUEUE);
        assertThat(refused.depth()).isEqualTo(3);
        assertThat(waiting()).isEqualTo(3);
    }

    @Test
    void tasksThatWereEnqueuedBySqlAreCountedAndNotRefused() {
        rows.insert(TaskRow.of("noop").queue("shallow"), 4);

        assertThatThrownBy(() -> queue.enqueue(task())).isInstanceOf(QueueFullException.class);
    }

    @Test
    void aBulkThatFitsInPartIsRefusedAsAWhole() {
        queue.enqueue(task());

        assertThatThrownBy(() -> queue.enqueue(Collections.nCopies(3, task())))
                .isInstanceOf(QueueFullException.class)
                .hasMessageContaining("no room for 3 more");
        queue.enqueue(Collections.nCopies(2, task()));

        assertThat(waiting()).isEqualTo(3);
    }

    @Test
    void aRefusalLeavesTheCallersTransactionAsItWas() {
        fill();

        long other = QuarkusTransaction.requiringNew().call(() -> {
            assertThatThrownBy(() -> queue.enqueue(task())).isInstanceOf(QueueFullException.class);
            return queue.enqueue(NewTask.of("noop")).id();
        });

        assertThat(rows.of(other, "status")).isEqualTo("queued");
    }

    @Test
    void aQueueAcceptsTasksAgainAfterItsTasksRan() {
        fill();
        assertThatThrownBy(() -> queue.enqueue(task())).isInstanceOf(QueueFullException.class);

        mill.drain();
        fill();

        assertThat(waiting()).isEqualTo(6);
    }

    @Test
    void aCancelledTaskMakesRoom() {
        fill();
        long first = rows.number("select min(id) from rowmill_task");
        assertThatThrownBy(() -> queue.enqueue(task())).isInstanceOf(QueueFullException.class);

        queue.cancel(first);

        assertThat(queue.enqueue(task()).duplicate()).isFalse();
    }

    @Test
    void aRolledBackEnqueueTakesNoRoom() {
        QuarkusTransaction.begin();
        fill();
        QuarkusTransaction.rollback();

        fill();

        assertThat(waiting()).isEqualTo(3);
    }

    @Test
    void aQueueWithoutADepthAcceptsAllTasks() {
        fill();
        queues.change(QUEUE, rules -> rules.depth(null));

        fill();

        assertThat(waiting()).isEqualTo(6);
    }

    @Test
    void queuedAndParkedTasksCountForTheDepth() {
        rows.insert(TaskRow.of("noop").queue(QUEUE), 2);
        rows.insert(TaskRow.of("noop").queue(QUEUE).runAt("now() + interval '1 day'"), 3);
        rows.insert(TaskRow.of("noop").queue(QUEUE).key("k").waiting(), 4);
        rows.insert(TaskRow.of("noop").queue(QUEUE).crashes(2), 5);
        rows.insert(TaskRow.of("noop").queue(QUEUE).executing("node", "now() + interval '1 day'"), 6);
        rows.insert(TaskRow.of("noop").queue(QUEUE).ended(TaskStatus.COMPLETED), 7);
        rows.insert(TaskRow.of("noop").queue("other"), 8);

        assertThat(queues.depth(QUEUE)).isEqualTo(9);
        assertThat(queues.depth("other")).isEqualTo(8);
        assertThat(queues.depth("unknown")).isZero();
        assertThat(queues.depth("\0")).isZero();
    }

    @Test
    void aCountOfTheDepthStopsAtItsLargestResult() {
        rows.insert(TaskRow.of("noop").queue(QUEUE), Queues.MAX_DEPTH);
        rows.insert(TaskRow.of("noop").queue(QUEUE).key("k").waiting(), 1);

        assertThat(queues.depth(QUEUE)).isEqualTo(Queues.MAX_DEPTH);
    }

    @Test
    void theDepthHasTheEnqueuesOfTheCallersTransaction() {
        int depth = QuarkusTransaction.requiringNew().call(() -> {
            queue.enqueue(task());
            return queues.depth(QUEUE);
        });

        assertThat(depth).isEqualTo(1);
    }

    @Test
    void anEnqueueIntoAnotherQueueCountsNothing() {
        queue.enqueue(task());

        try (JdbcCalls calls = new JdbcCalls()) {
            queue.enqueue(NewTask.of("noop"));

            assertThat(calls.stacks())
                    .isNotEmpty()
                    .noneMatch(stack -> stack.stream()
                            .anyMatch(frame -> frame.getClassName().contains("QueueDepths")));
        }
    }

    @Test
    void theApiRefusesATaskOfAFullQueueWith429AndRetryAfter() {
        fill();

        RestAssured.given()
                .contentType("application/json")
                .body("{\"type\": \"noop\", \"queue\": \"shallow\"}")
                .post("/rowmill/api/tasks")
                .then()
                .statusCode(429)
                .header("Retry-After", "2")
                .contentType("application/problem+json")
                .body("type", Matchers.is("urn:rowmill:queue-full"))
                .body("detail", Matchers.containsString("queue 'shallow' has no room"));
        assertThat(waiting()).isEqualTo(3);
        assertThat(List.of(queues.rules(QUEUE).orElseThrow().depth())).containsExactly(3);
    }
}
