package io.github.rowmill.engine.claim;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.HeldClaims;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Lease;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how many tasks a node holds if workers are lost, busy or another queue's, and which tasks it gives back. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(90)
class FullHandTest extends EngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WORKERS = 4;

    /**
     * Length of the flood. Claims from the other queue come within a fraction of a second, but the machine may halt for
     * some seconds.
     */
    private static final int SECONDS_OF_FLOOD = 8;

    @Inject
    Claimer claimer;

    @Inject
    WorkerPool pool;

    @Inject
    DataSource database;

    @Inject
    Heard heard;

    @Inject
    HeldClaims claims;

    @Inject
    Ticker ticker;

    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void release() {
        release.countDown();
        await().atMost(PATIENCE).until(() -> pool.size() == 0 && pool.running() == 0);
    }

    @Test
    void aNodeWhoseWorkersAreAllLostClaimsNothing() {
        warmUp("default");
        IntStream.range(0, WORKERS).forEach(i -> queue.enqueue(NewTask.of("probe-short", probes.behave(t -> hang()))));
        claimer.claimOnce();
        await().atMost(PATIENCE).until(() -> pool.abandoned() == WORKERS && pool.size() == 0);
        rows.execute("update rowmill_task set run_at = now() + interval '1 hour' where status = 'queued'");
        enqueue("default", 500);

        int claimed = claimer.claimOnce();

        assertThat(claimed).isZero();
        assertThat(rows.number("select count(*) from rowmill_task where status = 'executing'"))
                .isZero();
    }

    @Test
    void aSuspectDoesNotRunBesideAnAbandonedHandler() {
        queue.enqueue(NewTask.of("probe-short", probes.behave(task -> hang())));
        claimer.claimOnce();
        await().atMost(PATIENCE).until(() -> pool.abandoned() == 1 && pool.size() == 0);
        rows.execute("update rowmill_task set run_at = now() + interval '1 hour'");
        queue.enqueue(NewTask.of("noop"));
        rows.execute("update rowmill_task set crashes = 2 where type = 'noop'");

        int besideIt = claimer.claimOnce();
        release.countDown();
        await().atMost(PATIENCE).until(() -> pool.running() == 0);

        assertThat(besideIt).isZero();
        assertThat(claimer.claimOnce()).isEqualTo(1);
    }

    @Test
    void tasksThatWaitBehindHangingHandlersAreGivenBack() {
        warmUp("default");
        queue.enqueue(NewTask.of("noop"));
        mill.runOnce();
        List<NewTask> tasks = new ArrayList<>();
        IntStream.range(0, WORKERS).forEach(i -> tasks.add(blocked("default")));
        IntStream.range(0, 50).forEach(i -> tasks.add(NewTask.of("noop")));
        queue.enqueue(tasks);
        claimer.claimOnce();

        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() -> assertThat(
                                rows.number(
                                        "select count(*) from rowmill_task where type = 'noop' and status = 'queued' and attempts = 0"))
                        .isEqualTo(50));

        assertThat(rows.number("select count(*) from rowmill_task where status = 'executing'"))
                .isEqualTo(WORKERS);
        assertThat(claimer.claimOnce()).isZero();
    }

    @Test
    void heldTasksOfOneQueueLeaveWorkersToOtherQueues() {
        warmUp("narrow");
        queue.enqueue(NewTask.of("noop").queue("narrow"));
        mill.runOnce();
        List<NewTask> tasks = new ArrayList<>(List.of(blocked("narrow")));
        IntStream.range(0, 5_000).forEach(i -> tasks.add(NewTask.of("noop").queue("narrow")));
        queue.enqueue(tasks);
        claimer.claimOnce();
        enqueue("other", 3);

        claimer.claimOnce();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(rows.number(
                                "select count(*) from rowmill_task where queue = 'other' and status = 'completed'"))
                        .isEqualTo(3));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSlowQueueIsClaimedDuringAFloodOfAnotherQueue(int crashes) {
        NewTask millisecond = NewTask.of("probe", probes.behave(task -> pause(1)));
        queue.enqueue(Collections.nCopies(200, millisecond));
        queue.enqueue(NewTask.of("probe", probes.behave(task -> pause(200))).queue("slow"));
        mill.drain();
        queue.enqueue(Collections.nCopies(SECONDS_OF_FLOOD * 1_000 * WORKERS, millisecond));
        // Autovacuum does this a minute later. A plan for the empty table walks over all of it.
        rows.asSuperuser("analyze rowmill_task");
        IntStream.range(0, 3)
                .forEach(i -> queue.enqueue(
                        NewTask.of("probe", probes.behave(task -> null)).queue("slow")));
        rows.execute("update rowmill_task set crashes = " + crashes + " where queue = 'slow'");

        do {
            claimer.claimOnce();
        } while (rows.number("select count(*) from rowmill_task where queue = 'slow' and status = 'queued'") > 0);

        assertThat(rows.number("select count(*) from rowmill_task where queue = 'default' and status = 'queued'"))
                .as("tasks of the flood that were still to be claimed")
                .isPositive();
        rows.execute("delete from rowmill_task where status = 'queued'");
        mill.drain();
    }

    @Test
    void tasksThatCrashedOnceAreClaimedBeforeTheFloodEnds() {
        warmUp("default");
        enqueue("default", 20_000);
        rows.execute(
                "update rowmill_task set crashes = 1 where id in (select id from rowmill_task where status = 'queued' order by id limit 200)");
        rows.asSuperuser("analyze rowmill_task");

        do {
            claimer.claimOnce();
        } while (rows.number("select count(*) from rowmill_task where crashes = 1 and status = 'queued'") > 0);

        assertThat(rows.number("select count(*) from rowmill_task where crashes = 0 and status = 'queued'"))
                .as("tasks of the flood that were still to be claimed")
                .isGreaterThan(5_000);
        mill.drain();
    }

    @Test
    void claimsOfAQueueWhoseKeysTakeTurnsBecomeLarge() {
        rows.execute("insert into rowmill_queue (name, fair) values ('fair', true)");
        heard.clear();
        try {
            queue.enqueue(IntStream.range(0, 3_000)
                    .mapToObj(i -> NewTask.of("noop").queue("fair").key("key-" + i % 20))
                    .toList());
            mill.drain();
        } finally {
            rows.execute("delete from rowmill_queue where name = 'fair'");
        }

        assertThat(heard.of(TaskEvent.Claimed.class).stream().mapToInt(TaskEvent.Claimed::count))
                .anySatisfy(count -> assertThat(count).isGreaterThan(10 * WORKERS));
    }

    @Test
    void aWorkerThatWaitsForItsCommitIsNotLost() throws SQLException {
        CountDownLatch started = new CountDownLatch(WORKERS);
        List<NewTask> tasks = IntStream.range(0, WORKERS)
                .mapToObj(i -> NewTask.of("probe-tx", probes.behave(task -> {
                    started.countDown();
                    release.await();
                    return null;
                })))
                .toList();
        queue.enqueue(tasks);
        claimer.claimOnce();
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            await().atMost(PATIENCE).until(() -> started.getCount() == 0);
            other.createStatement().execute("select 1 from rowmill_task for update");
            release.countDown();
            await().atMost(PATIENCE)
                    .until(() -> rows.number(
                                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%update rowmill_task%'")
                            == WORKERS);

            assertThat(pool.abandoned()).isZero();
            given().get("/q/health/ready").then().statusCode(200);
            other.rollback();
        }
    }

    /**
     * A failover loses the claim of a task that the node holds. The node claims the row again, under the same lease.
     */
    @Test
    void aTaskClaimedAgainIsGivenBackAndItsFormerAttemptStops() {
        CountDownLatch started = new CountDownLatch(1);
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    started.countDown();
                    release.await();
                    return null;
                })))
                .id();
        claimer.claimOnce();
        await().atMost(PATIENCE).until(() -> started.getCount() == 0);
        rows.execute(
                "update rowmill_task set status = 'queued', operator_id = null, expiry = null, attempts = 0, version = 0 where id = "
                        + id);

        claimer.claimOnce();

        await().atMost(PATIENCE).until(() -> pool.size() == 0 && pool.running() == 0);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows.of(id, "concat(status, ' ', attempts, ' ', version)"))
                        .isEqualTo("queued 0 2"));
        release.countDown();
        mill.drain();
        assertThat(rows.of(id, "concat(status, ' ', attempts, ' ', version)")).isEqualTo("completed 1 4");
    }

    /**
     * A failover loses the claim here too, but the former attempt has ended. Its verdict waits for a row that is
     * locked.
     */
    @Test
    void aVerdictThatWaitsIsDroppedIfItsLeaseIsClaimedAgain() throws SQLException {
        CountDownLatch started = new CountDownLatch(1);
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    started.countDown();
                    release.await();
                    return null;
                })))
                .id();
        claimer.claimOnce();
        await().atMost(PATIENCE).until(() -> started.getCount() == 0);
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select 1 from rowmill_task for update");
            release.countDown();
            await().atMost(PATIENCE).until(() -> pool.running() == 0);

            pool.start(claims.of(Set.of(new Lease(id, 1))), ticker.nanos());
            await().atMost(PATIENCE).until(() -> pool.size() == 0);
            other.rollback();
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(rows.of(id, "concat(status, ' ', attempts, ' ', version)"))
                        .isEqualTo("queued 0 2"));
    }

    private NewTask blocked(String queueName) {
        return NewTask.of("probe", probes.behave(task -> {
                    release.await();
                    return null;
                }))
                .queue(queueName)
                .priority(-1);
    }

    /** Runs fast handlers, so that many tasks of the queue may wait. */
    private void warmUp(String queueName) {
        enqueue(queueName, 200);
        mill.drain();
    }

    private void enqueue(String queueName, int count) {
        queue.enqueue(IntStream.range(0, count)
                .mapToObj(i -> NewTask.of("noop").queue(queueName))
                .toList());
    }

    private static Object pause(int millis) throws InterruptedException {
        return new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    }

    private Object hang() {
        while (true) {
            try {
                release.await();
                return null;
            } catch (InterruptedException e) {
                // The handler ignores interrupts.
            }
        }
    }
}
