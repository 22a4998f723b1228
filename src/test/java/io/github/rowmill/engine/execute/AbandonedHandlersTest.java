package io.github.rowmill.engine.execute;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.claim.Claimer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests handlers that do not react to the interrupt of their timeout. Their tasks go on without them. The node reports
 * the loss before all workers are lost.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class AbandonedHandlersTest extends EngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    Claimer claimer;

    @Inject
    WorkerPool pool;

    @Inject
    AgroalDataSource database;

    @Inject
    Heard heard;

    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void release() {
        release.countDown();
    }

    @Test
    void aNodeWithHalfOfItsWorkersLostIsNotReady() {
        heard.clear();
        long first = abandon();
        ready().statusCode(200).body(lost(), equalTo("1 of 4"));

        long second = abandon();
        ready().statusCode(503).body(lost(), equalTo("2 of 4"));

        assertThat(heard.of(TaskEvent.Abandoned.class))
                .extracting(TaskEvent.Abandoned::id)
                .containsExactly(first, second);
        release.countDown();
        await().atMost(PATIENCE).until(() -> pool.abandoned() == 0);
        ready().statusCode(200);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued' and attempts = 1"))
                .isEqualTo(2);
        assertThat(rows.number("select count(*) from rowmill_attempt where error like 'timed out%'"))
                .isEqualTo(2);
    }

    @Test
    void anAbandonedHandlerCommitsNothingAndHoldsNoLocks() throws Exception {
        rows.asSuperuser("create table if not exists test_effect (id bigint primary key); delete from test_effect");
        List<Boolean> done = new CopyOnWriteArrayList<>();
        long id = enqueueTransactional(task -> {
            insert(1);
            waitOn();
            done.add(isDone(() -> insert(2)));
            done.add(isDone(() -> queue.enqueue(NewTask.of("noop"))));
            return null;
        });
        claimer.claimOnce();
        await().atMost(PATIENCE).until(() -> pool.abandoned() == 1);

        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            statement.execute("set lock_timeout = '5s'");
            statement.execute("insert into test_effect (id) values (1)");
        }
        release.countDown();

        await().atMost(PATIENCE).until(() -> pool.abandoned() == 0);
        assertThat(done).containsExactly(false, false);
        assertThat(rows.number("select count(*) from test_effect")).isOne();
        assertThat(rows.number("select count(*) from rowmill_task")).isOne();
        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 1");
    }

    @Test
    void aBlockedStatementOfATimedOutHandlerFails() throws Exception {
        rows.asSuperuser("create table if not exists test_effect (id bigint primary key); delete from test_effect");
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("insert into test_effect (id) values (1)");
            long id = enqueueTransactional(task -> {
                insert(1);
                return null;
            });
            claimer.claimOnce();

            await().atMost(PATIENCE)
                    .until(() -> rows.of(id, "status || ' ' || attempts").equals("queued 1")
                            && pool.abandoned() == 0
                            && pool.running() == 0);
            other.rollback();
        }
        assertThat(rows.number("select count(*) from test_effect")).isZero();
        assertThat(queue.enqueue(NewTask.of("noop")).id())
                .as("the pool has connections")
                .isPositive();
    }

    private long enqueueTransactional(Probes.Behaviour behaviour) {
        long id =
                queue.enqueue(NewTask.of("probe-tx", probes.behave(behaviour))).id();
        rows.execute("update rowmill_task set timeout = interval '200 ms'");
        return id;
    }

    /** Inserts a row, in the current transaction if the thread has one. */
    private void insert(long id) {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("insert into test_effect (id) values (%d)".formatted(id));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isDone(Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Runs a task whose handler ignores interrupts, until its worker counts as lost. Returns the id of the task. */
    private long abandon() {
        long before = pool.abandoned();
        long id = queue.enqueue(NewTask.of("probe-short", probes.behave(task -> waitOn())))
                .id();
        claimer.claimOnce();
        await().atMost(PATIENCE)
                .until(() ->
                        pool.abandoned() == before + 1 && rows.of(id, "status").equals("queued"));
        rows.execute("update rowmill_task set run_at = now() + interval '1 hour' where id = " + id);
        return id;
    }

    private Object waitOn() {
        while (true) {
            try {
                release.await();
                return null;
            } catch (InterruptedException e) {
                // The handler ignores interrupts.
            }
        }
    }

    private static ValidatableResponse ready() {
        return given().get("/q/health/ready").then();
    }

    private static String lost() {
        return "checks.find { it.name == 'Rowmill' }.data.'lost workers'";
    }
}
