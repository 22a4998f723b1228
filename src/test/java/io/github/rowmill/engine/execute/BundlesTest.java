package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Probes.Behaviour;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that waiting tasks of a type share a transaction, and nothing else. */
@QuarkusTest
@TestProfile(ByHand.class)
class BundlesTest extends EngineTest {

    private static final String TYPE = "probe-shared";
    private static final Behaviour NOTHING = task -> null;

    @Inject
    HandClaims claims;

    @Inject
    WorkerPool pool;

    @Inject
    Timeouts timeouts;

    @Inject
    Ticker ticker;

    @Inject
    StatelessSession session;

    @Inject
    Heard heard;

    private final List<Long> calls = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void forget() {
        heard.clear();
    }

    @AfterEach
    void release() {
        release.countDown();
    }

    @Test
    void heldTasksOfATypeShareATransaction() {
        List<Long> ids = enqueue(10, NOTHING);

        run();

        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and version = 2"))
                .isEqualTo(10);
        assertThat(effects()).isEqualTo(10);
        // A round of timeouts may start a worker before all tasks are added.
        assertThat(rows.number("select count(distinct name) from sample_event")).isBetween(1L, 2L);
        assertThat(calls).isEqualTo(ids);
        assertThat(heard.of(TaskEvent.Started.class)).hasSize(10);
        await().untilAsserted(() -> assertThat(heard.of(TaskEvent.Ended.class))
                .hasSize(10)
                .allMatch(ended -> ended.ending().equals(Outcome.succeeded())));
    }

    @Test
    void aFailureInABundleCountsOnlyForItsTask() {
        List<Long> ids = new ArrayList<>(enqueue(4, NOTHING));
        long poison = enqueue(1, task -> {
                    throw new IllegalStateException("as if");
                })
                .get(0);
        ids.addAll(enqueue(5, NOTHING));

        run();

        assertThat(rows.of(poison, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.lang.IllegalStateException: as if");
        assertThat(effects(poison)).isZero();
        for (long id : ids) {
            assertThat(rows.of(id, "status || ' ' || attempts || ' ' || version"))
                    .isEqualTo("completed 1 2");
            assertThat(effects(id)).isEqualTo(1);
        }
        assertThat(rows.number("select count(*) from rowmill_attempt")).isEqualTo(1);
        assertThat(heard.of(TaskEvent.Started.class)).hasSize(10);
        await().untilAsserted(() -> assertThat(heard.of(TaskEvent.Ended.class)).hasSize(10));
    }

    @Test
    void aTaskThatFailedBeforeRunsAlone() {
        long poison = enqueue(1, task -> {
                    throw new IllegalStateException("as if");
                })
                .get(0);
        run();
        rows.execute("update rowmill_task set run_at = now() where id = " + poison);
        List<Long> others = enqueue(3, NOTHING);
        calls.clear();

        run();

        assertThat(calls).contains(poison).containsAll(others).hasSize(4);
        assertThat(rows.of(poison, "attempts::text")).isEqualTo("2");
    }

    @Test
    void outcomesThatHandlersChooseAreCommittedWithTheirWrites() {
        long later = enqueue(1, task -> Outcome.snooze(Duration.ofHours(1))).get(0);
        long again = enqueue(1, task -> Outcome.retry(new IllegalStateException("no"), Duration.ofHours(1)))
                .get(0);
        long fine = enqueue(1, NOTHING).get(0);

        run();

        assertThat(rows.of(later, "status || ' ' || attempts")).isEqualTo("queued 0");
        assertThat(rows.of(again, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.lang.IllegalStateException: no");
        assertThat(rows.of(fine, "status")).isEqualTo("completed");
        assertThat(effects()).isEqualTo(3);
        assertThat(calls).hasSize(3);
    }

    @Test
    void aCancelledTaskHasNoEffectAndTheOtherTasksComplete() {
        List<Long> first = enqueue(2, NOTHING);
        long cancelled = first.get(1);
        long last = enqueue(1, task -> {
                    if (rows.of(cancelled, "status").equals("executing")) {
                        Side.run(() -> queue.cancel(cancelled)).join();
                    }
                    return null;
                })
                .get(0);

        run();

        assertThat(effects(cancelled)).isZero();
        assertThat(rows.of(first.get(0), "status")).isEqualTo("completed");
        assertThat(rows.of(last, "status")).isEqualTo("completed");
        assertThat(effects()).isEqualTo(2);
        await().untilAsserted(() -> assertThat(heard.of(TaskEvent.Stale.class))
                .extracting(TaskEvent.Stale::id)
                .containsExactly(cancelled));
    }

    @Test
    void aBundleWaitsForATaskThatIsLocked() throws Exception {
        List<Long> ids = enqueue(3, NOTHING);
        CountDownLatch locked = new CountDownLatch(1);
        try (Connection other = rows.connectAsSuperuser()) {
            other.setAutoCommit(false);
            enqueue(1, task -> {
                Side.run(() -> lock(other, ids.get(1))).join();
                locked.countDown();
                return null;
            });
            start();
            assertThat(locked.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(calls).hasSize(4);
            assertThat(effects()).isZero();

            other.rollback();

            assertThat(pool.awaitEmpty(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(effects()).isEqualTo(4);
        assertThat(calls).hasSize(4);
    }

    @Test
    void aHangingTaskLeavesTheOtherTasksToOtherWorkers() throws Exception {
        enqueue(2, NOTHING);
        rows.execute("update rowmill_task set timeout = interval '400 ms'");
        long deaf = enqueue(1, task -> waitOn()).get(0);
        rows.execute("update rowmill_task set timeout = interval '400 ms' where id = " + deaf);
        enqueue(2, NOTHING);

        start("wide");

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                    .isEqualTo(4);
            assertThat(rows.of(deaf, "status || ' ' || attempts")).isEqualTo("queued 1");
            assertThat(pool.abandoned()).isEqualTo(1);
        });
        release.countDown();
        await().until(() -> pool.abandoned() == 0 && pool.running() == 0);
        assertThat(effects()).isEqualTo(4);
    }

    @Test
    void aHangingTaskInTheMiddleLeavesTheRestToOtherWorkers() throws Exception {
        List<Long> ids = new ArrayList<>(enqueue(1, NOTHING));
        long deaf = enqueue(1, task -> waitOn()).get(0);
        ids.addAll(enqueue(28, NOTHING));
        rows.execute("update rowmill_task set timeout = interval '400 ms'");

        start("wide");
        await().atMost(Duration.ofSeconds(30)).until(() -> pool.abandoned() == 1 && pool.size() == 0);
        start("wide");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") == ids.size());
        release.countDown();
        await().until(() -> pool.abandoned() == 0 && pool.running() == 0);
        assertThat(rows.of(deaf, "status || ' ' || attempts")).isEqualTo("queued 1");
        assertThat(effects()).isEqualTo(ids.size());
    }

    @Test
    void tasksAreSpreadOverFreeWorkersFirst() throws Exception {
        Set<String> threads = Collections.synchronizedSet(new HashSet<>());
        CountDownLatch all = new CountDownLatch(4);
        enqueue(4, task -> {
            threads.add(Thread.currentThread().getName());
            all.countDown();
            all.await();
            return null;
        });

        start("wide");

        assertThat(pool.awaitEmpty(Duration.ofSeconds(20))).isTrue();
        assertThat(threads).hasSize(4);
    }

    private static void lock(Connection other, long id) {
        try (Statement statement = other.createStatement()) {
            statement.execute("select 1 from rowmill_task where id = %s for update".formatted(id));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
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

    private List<Long> enqueue(int count, Behaviour behaviour) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(queue.enqueue(NewTask.of(TYPE, probes.behave(task -> noted(task, behaviour))))
                    .id());
        }
        return ids;
    }

    private Object noted(TaskContext task, Behaviour behaviour) throws Throwable {
        calls.add(task.id());
        session.createNativeMutationQuery(
                        "insert into sample_event (task_id, account, name, n) values (:id, 'a', cast(pg_current_xact_id() as text), 1)")
                .setParameter("id", task.id())
                .executeUpdate();
        return behaviour.run(task);
    }

    /** Runs all tasks on one worker, so that they run together. */
    private void run() {
        try {
            start();
            assertThat(pool.awaitEmpty(Duration.ofSeconds(30))).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void start() {
        start("narrow");
    }

    private void start(String in) {
        rows.execute("update rowmill_task set queue = '%s' where status = 'queued' and run_at <= now()".formatted(in));
        List<Claimed> some = claims.claim(in, Set.of(TYPE), 100);
        assertThat(some).isNotEmpty();
        pool.start(some, ticker.nanos());
    }

    private long effects() {
        return rows.number("select count(*) from sample_event");
    }

    private long effects(long id) {
        return rows.number("select count(*) from sample_event where task_id = " + id);
    }
}
