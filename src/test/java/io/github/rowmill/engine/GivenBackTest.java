package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.sweep.Expirer;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that a claimed task whose handler has not begun is given back as it was, with its deadline and its unique key.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(90)
class GivenBackTest extends EngineTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WORKERS = 4;
    private static final Set<String> TYPES = Set.of("noop");
    private static final NewTask TASK =
            NewTask.of("noop").uniqueKey("k").uniqueWhileQueued().expireAfter(HOUR);

    @Inject
    Claimer claimer;

    @Inject
    WorkerPool pool;

    @Inject
    HandClaims claims;

    @Inject
    Expirer expirer;

    @Inject
    Recoverer recoverer;

    private Claimed claimed(NewTask task) {
        queue.enqueue(task);
        return claims.claim("default", TYPES, 1).get(0);
    }

    /**
     * Gives a task back. A node does so if its workers are busy, if it drains, or if the answer to its claim was lost.
     */
    private void giveBack(Claimed task) {
        pool.giveBack(task);
        await().atMost(PATIENCE).until(() -> rows.of(task.id(), "status").equals("queued"));
    }

    private String row(long id) {
        return rows.of(id, "concat_ws(' ', status, coalesce(unique_key, '-'), started is not null, attempts, version)");
    }

    /**
     * Lets twenty tasks wait behind handlers that end when the returned latch is counted down. Returns empty if the
     * node claimed fewer tasks ahead, as it does if no handler has just ended.
     */
    private Optional<CountDownLatch> twentyInHand() {
        queue.enqueue(IntStream.range(0, 200).mapToObj(i -> NewTask.of("noop")).toList());
        mill.drain();
        rows.clear();
        CountDownLatch release = new CountDownLatch(1);
        List<NewTask> tasks = new ArrayList<>();
        IntStream.range(0, WORKERS)
                .forEach(i -> tasks.add(NewTask.of("probe", probes.behave(task -> {
                            release.await();
                            return null;
                        }))
                        .priority(-1)));
        IntStream.range(0, 20).forEach(i -> tasks.add(TASK.uniqueKey("k" + i)));
        queue.enqueue(tasks);
        claimer.claimOnce();
        if (rows.number("select count(*) from rowmill_task where type = 'noop' and version > 0") == 20) {
            return Optional.of(release);
        }
        release.countDown();
        mill.drain();
        return Optional.empty();
    }

    @Test
    void tasksGivenBackKeepTheirUniqueKeysAndStillExpire() {
        CountDownLatch release = await().atMost(PATIENCE)
                .until(this::twentyInHand, Optional::isPresent)
                .orElseThrow();
        try {
            await().atMost(PATIENCE)
                    .until(() -> rows.number(
                                    "select count(*) from rowmill_task where type = 'noop' and version = 2 and status"
                                            + " = 'queued'")
                            == 20);
        } finally {
            release.countDown();
        }
        await().atMost(PATIENCE).until(() -> pool.size() == 0 && pool.running() == 0);

        assertThat(rows.text("select concat(count(unique_key), ' keys, ', count(started), ' started') from"
                        + " rowmill_task where type = 'noop'"))
                .isEqualTo("20 keys, 0 started");
        assertThat(queue.enqueue(TASK.uniqueKey("k7")).result()).isEqualTo(Result.EXISTING);
        rows.execute("update rowmill_task set expires_at = now() - interval '1 s' where type = 'noop'");
        mill.drain();
        expirer.expireOnce();
        assertThat(
                        rows.text(
                                "select concat(count(*), ' dead, ', sum(attempts), ' attempts') from rowmill_task where type = 'noop' and status = 'dead'"))
                .isEqualTo("20 dead, 0 attempts");
    }

    @Test
    void aTaskClaimedByItsIdIsGivenBackAsItWas() {
        long id = queue.enqueue(TASK).id();
        Claimed task = claims.claimNew("default", List.of(id)).get(0);
        assertThat(row(id)).isEqualTo("executing - t 1 1");

        giveBack(task);

        assertThat(row(id)).isEqualTo("queued k f 0 2");
    }

    @Test
    void aTaskCanBeGivenBackMoreThanOnce() {
        Claimed first = claimed(TASK);
        giveBack(first);

        giveBack(claims.claim("default", TYPES, 1).get(0));

        assertThat(row(first.id())).isEqualTo("queued k f 0 4");
    }

    @Test
    void aTaskGivenBackAfterACrashStillCountsAsStarted() {
        Claimed first = claimed(TASK);
        mill.pass(first.id(), Duration.ofMinutes(1));
        recoverer.recoverOnce();

        giveBack(claims.claim("default", TYPES, 1).get(0));

        assertThat(row(first.id())).isEqualTo("queued - t 1 4");
    }

    @Test
    void aTaskIsGivenBackWithoutAKeyThatHasANewHolder() {
        Claimed first = claimed(TASK);
        assertThat(queue.enqueue(TASK.delay(Duration.ofMinutes(1))).result()).isEqualTo(Result.NEW);

        giveBack(first);

        assertThat(row(first.id())).isEqualTo("queued - f 0 2");
    }

    @Test
    void oneOfTwoTasksGivenBackTogetherHoldsTheirKey() {
        Claimed first = claimed(TASK);
        Claimed second = claimed(TASK);

        pool.giveBack(first);
        giveBack(second);

        await().atMost(PATIENCE).until(() -> rows.of(first.id(), "status").equals("queued"));
        assertThat(rows.text("select concat(count(*), ' tasks, ', count(unique_key), ' key') from rowmill_task"
                        + " where started is null"))
                .isEqualTo("2 tasks, 1 key");
    }

    @Test
    void givingBackATaskDoesNotWaitForAnOpenEnqueueOfItsKey() throws SQLException {
        Claimed first = claimed(TASK);
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .execute("insert into rowmill_task (type, unique_key, unique_while_queued) values ('noop', 'k',"
                            + " true)");

            giveBack(first);

            assertThat(row(first.id())).isEqualTo("queued - f 0 2");
            other.rollback();
        }
    }
}
