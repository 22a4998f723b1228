package io.github.rowmill.engine.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.Side;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.Between;
import io.github.rowmill.engine.HeldHandlersTest;
import io.github.rowmill.engine.RarePolls;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.claim.Claimer;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a connection that dies while the statement or the commit that claims a task is on its way. */
@QuarkusTest
@TestProfile(RarePolls.class)
@WithTestResource(Between.AProxy.class)
class LostEnqueueTest extends HeldHandlersTest {

    @Inject
    Claimer claimer;

    @Inject
    AgroalDataSource database;

    AutoCloseable cutAll;

    Runnable cutAtNextCommit;

    @AfterEach
    void forgetConnectionsThatWereCut() {
        database.flush(AgroalDataSource.FlushMode.ALL);
    }

    @Test
    void aLoneTaskOfAnEnqueueWhoseAnswerIsLostRuns() throws Exception {
        end.countDown();
        try (Connection direct = rows.connectAsSuperuser()) {
            direct.setAutoCommit(false);
            direct.createStatement().execute("lock table rowmill_task in exclusive mode");
            CompletableFuture<Enqueued> enqueue = Side.begin(() -> queue.enqueue(task()));
            await().until(() -> rows.number("select count(*) from pg_locks where not granted") > 0);

            cutAll.close();
            await().until(enqueue::isCompletedExceptionally);
            direct.commit();
            direct.setAutoCommit(true);

            awaitCompletedAtItsFirstAttempt();
        }
    }

    @Test
    void aTaskThatWasClaimedAtACommitWhoseAnswerIsLostRuns() throws SQLException {
        end.countDown();

        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    queue.enqueue(task());
                    cutAtNextCommit.run();
                }))
                .isNotNull();

        awaitCompletedAtItsFirstAttempt();
    }

    @Test
    void aTaskOfAClaimWhoseAnswerIsLostRuns() throws SQLException {
        end.countDown();
        rows.insert(TaskRow.of("noop").queue(name));
        cutAtNextCommit.run();

        assertThatThrownBy(() -> claimer.claimFrom(List.of(name))).isNotNull();

        awaitCompletedAtItsFirstAttempt();
    }

    /** Waits on a separate connection, because those of the node may be cut. */
    private void awaitCompletedAtItsFirstAttempt() throws SQLException {
        try (Connection direct = rows.connectAsSuperuser()) {
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> Rows.number(
                                    direct,
                                    "select count(*) from rowmill_task where status = 'completed' and attempts = 1 and crashes = 0")
                            == 1);
        }
        assertThat(pool.room(name)).isGreaterThanOrEqualTo(4);
        assertThat(heard.of(TaskEvent.Started.class)).hasSize(1);
    }
}
