package io.github.rowmill.engine.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.HeldHandlersTest;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.RarePolls;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checks that an enqueue of a single task outside of a transaction is one statement, whether it claims the task or not.
 * The node has four workers.
 */
@QuarkusTest
@TestProfile(RarePolls.class)
class LoneEnqueueTest extends HeldHandlersTest {

    /** Number of runs. After fewer runs, the driver keeps the statement, and executes it in another way. */
    private static final int OFTEN = 10;

    private static final String RULES = "io.github.rowmill.feature.rule.KnownRules";

    /**
     * Returns the round trips of an enqueue, without the one that reads the rules of all queues. That one comes every
     * five seconds, with any enqueue.
     */
    private static long roundTripsOf(Runnable enqueue) {
        try (JdbcCalls calls = new JdbcCalls()) {
            enqueue.run();
            return calls.roundTripsOf(LoneEnqueueTest.class) - calls.roundTripsOf(RULES);
        }
    }

    @Test
    void aLoneTaskIsClaimedInTheSameRoundTripAndRunsOnce() {
        assertThat(roundTripsOf(() -> queue.enqueue(task()))).isEqualTo(1);

        assertThat(rows.text("select status || ' ' || version || ' ' || attempts from rowmill_task"))
                .isEqualTo("executing 1 1");
        assertThat(heard.of(TaskEvent.Enqueued.class)).hasSize(1).allMatch(TaskEvent.Enqueued::claimed);
        assertThat(heard.of(TaskEvent.Claimed.class))
                .extracting(TaskEvent.Claimed::wanted, TaskEvent.Claimed::count)
                .containsExactly(tuple(4, 1));

        end.countDown();
        awaitIdle();
        assertThat(rows.text("select status || ' ' || version || ' ' || attempts from rowmill_task"))
                .isEqualTo("completed 2 1");
    }

    @Test
    void aLoneTaskHasTheSameColumnsAsATaskOfATransaction() {
        NewTask full = task().priority(3)
                .key("a-key")
                .maxAttempts(7)
                .timeout(Duration.ofMinutes(3))
                .tags("x", "y z")
                .source("a source")
                .expireAfter(Duration.ofHours(2));

        long alone = queue.enqueue(full.delay(Duration.ofHours(1))).id();
        long claimed = queue.enqueue(full).id();
        long inTransaction =
                QuarkusTransaction.requiringNew().call(() -> queue.enqueue(full).id());

        String columns = "(queue, type, details, priority, key, max_attempts, timeout, tags, source, unique_key, "
                + "date_trunc('second', expires_at - created), status)";
        assertThat(rows.of(claimed, columns)).isEqualTo(rows.of(inTransaction, columns));
        assertThat(rows.of(alone, columns.replace("status", "'executing'"))).isEqualTo(rows.of(claimed, columns));
        assertThat(rows.of(alone, "status || ' ' || (run_at - created)")).startsWith("queued 01:00:00");
    }

    @Test
    void repeatedLoneEnqueuesTakeOneRoundTripEach() {
        end.countDown();
        for (int i = 0; i < OFTEN; i++) {
            assertThat(roundTripsOf(() -> queue.enqueue(task()))).isEqualTo(1);
            assertThat(roundTripsOf(() -> queue.enqueue(task().delay(Duration.ofHours(1)))))
                    .isEqualTo(1);
            awaitIdle();
        }
    }

    @Test
    void inATransactionTheInsertIsOneRoundTripAndTheCommitAnother() {
        for (int i = 0; i < OFTEN; i++) {
            assertThat(roundTripsOf(() -> QuarkusTransaction.requiringNew()
                            .run(() -> queue.enqueue(task().delay(Duration.ofHours(1))))))
                    .isEqualTo(2);
        }
    }

    @Test
    void aTaskThatIsDueLaterTakesOneRoundTripAndStaysQueued() {
        assertThat(roundTripsOf(() -> queue.enqueue(task().delay(Duration.ofHours(1)))))
                .isEqualTo(1);

        assertThat(rows.text("select status || ' ' || version from rowmill_task"))
                .isEqualTo("queued 0");
        assertThat(heard.of(TaskEvent.Enqueued.class)).hasSize(1).noneMatch(TaskEvent.Enqueued::claimed);
        assertThat(pool.size()).isZero();
    }

    @Test
    void aTaskWithoutAFreeWorkerTakesOneRoundTripAndRunsLater() {
        IntStream.range(0, 4).forEach(i -> queue.enqueue(task()));
        heard.clear();

        assertThat(roundTripsOf(() -> queue.enqueue(task().source("the fifth"))))
                .isEqualTo(1);

        assertThat(heard.of(TaskEvent.Enqueued.class)).hasSize(1).noneMatch(TaskEvent.Enqueued::claimed);
        assertThat(rows.text("select status from rowmill_task where source = 'the fifth'"))
                .isEqualTo("queued");
        end.countDown();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") == 5);
    }

    @Test
    void aLoneEnqueueClaimsNoTaskOfAQueueWithRules() {
        queues.set("ruled-alone", QueueRules.NONE.concurrency(1));
        try {
            queue.enqueue(task().queue("ruled-alone"));
            queue.enqueue(task().queue("ruled-alone"));

            assertThat(heard.of(TaskEvent.Enqueued.class)).hasSize(2).noneMatch(TaskEvent.Enqueued::claimed);
            await().atMost(Duration.ofSeconds(10)).until(() -> pool.running() == 1);
            assertThat(rows.number("select count(*) from rowmill_task where status = 'executing'"))
                    .isEqualTo(1);
            end.countDown();
            awaitIdle();
        } finally {
            queues.delete("ruled-alone");
        }
    }

    @Test
    void aRowThatTheDatabaseRefusesLeavesNothingAndKeepsNoWorker() {
        rows.refuse("insert", "new.source = 'refused'", "P0001");
        try {
            assertThatThrownBy(() -> queue.enqueue(task().source("refused")))
                    .hasStackTraceContaining("refused by a test");
        } finally {
            rows.refuseNothing();
        }

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
        assertThat(pool.size()).isZero();
        assertThat(pool.room(name)).isGreaterThanOrEqualTo(4);
        assertThat(heard.of(TaskEvent.Enqueued.class)).isEmpty();
    }

    @Test
    void aTaskWhoseClaimIsRefusedIsStillEnqueued() {
        rows.refuse("update", "old.source = 'unclaimable'", "P0001");
        try {
            long id = queue.enqueue(task().source("unclaimable")).id();

            assertThat(rows.of(id, "status")).isEqualTo("queued");
            assertThat(pool.size()).isZero();
        } finally {
            rows.refuseNothing();
            rows.execute("delete from rowmill_task where source = 'unclaimable'");
        }
    }

    @Test
    void anInvalidTaskIsNotInserted() {
        assertThatThrownBy(() -> queue.enqueue(task().maxAttempts(0))).isInstanceOf(InvalidTaskException.class);

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    @Test
    void aSecondTaskWithTheUniqueKeyIsNotInserted() {
        Enqueued first = queue.enqueue(task().uniqueKey("k"));

        assertThat(queue.enqueue(task().uniqueKey("k"))).isEqualTo(new Enqueued(first.id(), Enqueued.Result.EXISTING));
        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(1);
    }

    @Test
    void aRollbackRemovesTheTaskAndKeepsNoWorker() {
        QuarkusTransaction.begin();
        queue.enqueue(task());
        QuarkusTransaction.rollback();

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
        assertThat(pool.size()).isZero();
    }
}
