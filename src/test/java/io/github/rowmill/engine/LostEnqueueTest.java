package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.TaskEvent;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The connection of a lone enqueue dies while its statement, which claims the task too, is on its way. */
@QuarkusTest
@TestProfile(WakeUpTest.RarePolls.class)
@WithTestResource(Between.AProxy.class)
class LostEnqueueTest extends HeldHandlersTest {

    private static final String TASKS = "select count(*) from rowmill_task where ";

    AutoCloseable cutAll;

    @Test
    void aTaskThatWasEnqueuedAllTheSameRunsWhenItsLeaseIsOverAndNoWorkerIsKeptMeanwhile() throws Exception {
        try (Connection direct = rows.connectAsSuperuser()) {
            direct.setAutoCommit(false);
            direct.createStatement().execute("lock table rowmill_task in exclusive mode");
            CompletableFuture<Enqueued> enqueue = Side.begin(() -> queue.enqueue(task()));
            await().until(() -> rows.number("select count(*) from pg_locks where not granted") > 0);

            cutAll.close();
            await().until(enqueue::isCompletedExceptionally);
            direct.commit();
            direct.setAutoCommit(true);

            await().until(() -> LostCommitTest.number(direct, TASKS + "status = 'executing'") == 1);
            assertThat(pool.size()).isZero();
            assertThat(pool.room(name)).isGreaterThanOrEqualTo(4);
            assertThat(heard.of(TaskEvent.Enqueued.class)).isEmpty();

            end.countDown();
            direct.createStatement().execute("update rowmill_task set expiry = now()");
            await().until(() ->
                    LostCommitTest.number(direct, TASKS + "status = 'completed' and attempts = 2 and crashes = 1")
                            == 1);
        }
        assertThat(begun).hasSize(1);
    }
}
