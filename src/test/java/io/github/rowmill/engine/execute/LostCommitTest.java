package io.github.rowmill.engine.execute;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.Between;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a transactional handler whose connection dies while its verdict and the commit are on their way. */
@QuarkusTest
@TestProfile(ByHand.class)
@WithTestResource(Between.AProxy.class)
class LostCommitTest extends EngineTest {

    @Inject
    AgroalDataSource database;

    @Inject
    Heard heard;

    Runnable cutAtNextCommit;

    AutoCloseable cutAll;

    @BeforeEach
    void forget() {
        heard.clear();
    }

    /** Empties the pool, which may hold other connections that were cut. */
    @AfterEach
    void leaveNoConnectionThatWasCut() {
        database.flush(AgroalDataSource.FlushMode.ALL);
        await().ignoreExceptions().until(() -> rows.number("select 1") == 1);
    }

    @Test
    void aCommitThatTookEffectIsASuccessThoughItsAnswerIsLost() {
        long id = enqueue(cutAtNextCommit);

        mill.runOnce();

        await().until(() -> heard.of(TaskEvent.Ended.class).size() == 1);
        assertThat(heard.of(TaskEvent.Ended.class).get(0).ending()).isEqualTo(Outcome.succeeded());
        assertThat(rows.of(id, "status || ' ' || version")).isEqualTo("completed 2");
        assertThat(effects(id)).isEqualTo(1);
        assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        assertThat(rows.number("select count(*) from rowmill_attempt")).isZero();
    }

    @Test
    void aCommitThatTheServerFinishesWithoutItsConnectionIsASuccess() throws Exception {
        try (Connection other = rows.connectAsSuperuser()) {
            long id = runUntilTheCommitWaitsFor(other);

            cutAll.close();
            other.commit();

            await().until(() -> heard.of(TaskEvent.Ended.class).size() == 1);
            assertThat(heard.of(TaskEvent.Ended.class).get(0).ending()).isEqualTo(Outcome.succeeded());
            assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
            assertThat(Rows.number(
                            other, "select count(*) from rowmill_task where status = 'completed' and id = " + id))
                    .isEqualTo(1);
            assertThat(Rows.number(other, "select count(*) from sample_event")).isEqualTo(1);
        }
    }

    @Test
    void anEndOfTheSessionBeforeTheCommitFailsTheAttempt() throws Exception {
        try (Connection other = rows.connectAsSuperuser()) {
            long id = runUntilTheCommitWaitsFor(other);

            Rows.number(
                    other,
                    "select count(pg_terminate_backend(pid)) from pg_stat_activity where wait_event_type = 'Lock'");
            other.commit();

            await().until(() -> heard.of(TaskEvent.Ended.class).size() == 1);
            assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 1");
            assertThat(Rows.number(other, "select count(*) from sample_event")).isZero();
            assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        }
    }

    @Test
    void aRequestWhoseCommitIsLostGetsStatus503() throws SQLException {
        long id = enqueue(() -> {});
        cutAtNextCommit.run();

        given().post("/rowmill/api/tasks/%d/cancel".formatted(id))
                .then()
                .statusCode(503)
                .header("Retry-After", is("2"))
                .body("type", is("urn:rowmill:unavailable"))
                .body("detail", containsString("look first whether a change took effect"));
    }

    /** Runs a task until its commit waits for the row, which {@code other} locks. Returns the id of the task. */
    private long runUntilTheCommitWaitsFor(Connection other) throws SQLException {
        other.setAutoCommit(false);
        long id = enqueue(() -> {});
        heard.whenever(TaskEvent.Started.class, started -> lock(other, id));
        Side.run(mill::runOnce);
        await().until(() -> rows.number("select count(*) from pg_locks where not granted") > 0);
        return id;
    }

    private long enqueue(Runnable atLast) {
        return queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    write(task);
                    atLast.run();
                    return null;
                })))
                .id();
    }

    private void write(TaskContext task) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection
                    .createStatement()
                    .execute("insert into sample_event (task_id, account, name, n) values (%d, 'a', 'n', 1)"
                            .formatted(task.id()));
        }
    }

    private static void lock(Connection other, long id) {
        try {
            other.createStatement().execute("select 1 from rowmill_task where id = %d for update".formatted(id));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long effects(long id) {
        return rows.number("select count(*) from sample_event where task_id = " + id);
    }
}
