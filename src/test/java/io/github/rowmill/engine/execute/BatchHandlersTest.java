package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.Batch;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Probes.Probe;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests handlers that take a batch: one call for many tasks. */
@QuarkusTest
@TestProfile(ByHand.class)
class BatchHandlersTest extends EngineTest {

    @Inject
    StatelessSession session;

    @Inject
    Heard heard;

    private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void forget() {
        heard.clear();
        probes.behaveInBatches(batch -> sizes.add(batch.size()));
    }

    @AfterEach
    void stop() {
        probes.behaveInBatches(batch -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe-batch", "probe-plain-batch"})
    void oneCallTakesTheHeldTasksUpToTheBatchSize(String type) {
        enqueue(type, 20);

        mill.drain();

        assertThat(sizes).containsExactlyInAnyOrder(8, 8, 4);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and version = 2"))
                .isEqualTo(20);
        assertThat(heard.of(TaskEvent.Started.class)).hasSize(20);
        await().untilAsserted(() -> assertThat(heard.of(TaskEvent.Ended.class)).hasSize(20));
    }

    @Test
    void eachTaskMayHaveAnOutcomeOfItsOwn() {
        List<Long> ids = enqueue("probe-batch", 4);
        probes.behaveInBatches(batch -> {
            batch.forEach(item -> write(item.task()));
            batch.items().get(0).fail(new IllegalStateException("as if"));
            batch.items().get(1).settle(Outcome.snooze(Duration.ofHours(1)));
            batch.items().get(2).settle(Outcome.giveUp(new IllegalStateException("hopeless")));
        });

        mill.runOnce();

        assertThat(rows.of(ids.get(0), "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.lang.IllegalStateException: as if");
        assertThat(rows.of(ids.get(1), "status || ' ' || attempts")).isEqualTo("queued 0");
        assertThat(rows.of(ids.get(2), "status")).isEqualTo("dead");
        assertThat(rows.of(ids.get(3), "status")).isEqualTo("completed");
        assertThat(effects()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe-batch", "probe-plain-batch"})
    void aBatchThatFailsRunsInHalvesUntilThePoisonIsAlone(String type) {
        List<Long> ids = enqueue(type, 8);
        long poison = ids.get(5);
        probes.behaveInBatches(batch -> {
            sizes.add(batch.size());
            if (batch.items().stream().anyMatch(item -> item.task().id() == poison)) {
                throw new IllegalStateException("as if");
            }
            if (type.equals("probe-batch")) {
                batch.forEach(item -> write(item.task()));
            }
        });

        mill.runOnce();

        assertThat(sizes).containsExactlyInAnyOrder(8, 4, 4, 2, 2, 1, 1);
        assertThat(rows.of(poison, "status || ' ' || attempts")).isEqualTo("queued 1");
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and attempts = 1"))
                .isEqualTo(7);
        assertThat(rows.number("select count(*) from rowmill_attempt")).isEqualTo(1);
        assertThat(effects()).isEqualTo(type.equals("probe-batch") ? 7 : 0);
        await().untilAsserted(() -> assertThat(heard.of(TaskEvent.Ended.class)).hasSize(8));
    }

    @Test
    void aRefusedCommitFailsTheTaskThatIsItsCause() {
        rows.execute("create table late (n int unique deferrable initially deferred)");
        List<Long> ids = enqueue("probe-batch", 4);
        probes.behaveInBatches(batch -> {
            batch.forEach(item -> write(item.task()));
            if (batch.items().stream().anyMatch(item -> item.task().id() == ids.get(1))) {
                session.createNativeMutationQuery("insert into late values (1), (1)")
                        .executeUpdate();
            }
        });

        mill.runOnce();
        rows.execute("drop table late");

        assertThat(rows.of(ids.get(1), "status || ' ' || attempts")).isEqualTo("queued 1");
        assertThat(rows.of(ids.get(1), "error")).contains("late_n_key");
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and attempts = 1"))
                .isEqualTo(3);
        assertThat(effects()).isEqualTo(3);
    }

    @Test
    void aTaskThatHasFailedBeforeIsCalledAlone() {
        List<Long> ids = enqueue("probe-batch", 3);
        probes.behaveInBatches(batch -> {
            sizes.add(batch.size());
            batch.items().stream()
                    .filter(item -> item.task().id() == ids.get(0))
                    .forEach(item -> item.settle(Outcome.retry(new IllegalStateException("no"), Duration.ZERO)));
        });

        mill.runOnce();
        enqueue("probe-batch", 2);
        mill.runOnce();

        assertThat(sizes).startsWith(3).containsExactlyInAnyOrder(3, 1, 2);
    }

    @Test
    void aPayloadThatCannotBeReadFailsAlone() {
        List<Long> ids = enqueue("probe-batch", 3);
        rows.execute("update rowmill_task set details = '{\"key\": [1]}' where id = " + ids.get(1));

        mill.runOnce();

        assertThat(sizes).containsExactly(2);
        assertThat(rows.of(ids.get(1), "status || ' ' || attempts")).startsWith("queued 1");
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(2);
    }

    @Test
    void aBatchRunsAgainWithoutATaskThatIsCancelled() {
        List<Long> ids = enqueue("probe-batch", 4);
        probes.behaveInBatches(batch -> {
            batch.forEach(item -> write(item.task()));
            if (sizes.isEmpty()) {
                Side.run(() -> queue.cancel(ids.get(2))).join();
            }
            sizes.add(batch.size());
        });

        mill.runOnce();

        assertThat(rows.of(ids.get(2), "status")).isEqualTo("cancelled");
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(3);
        assertThat(effects()).isEqualTo(3);
    }

    @Test
    void itemsHaveTheirPayloadAndTheirTask() {
        List<Probe> sent =
                IntStream.range(0, 3).mapToObj(i -> probes.behave(task -> null)).toList();
        List<Long> ids = sent.stream()
                .map(probe -> queue.enqueue(NewTask.of("probe-batch", probe)).id())
                .toList();
        List<Probe> got = new ArrayList<>();
        List<Long> tasks = new ArrayList<>();
        probes.behaveInBatches(batch -> {
            got.addAll(batch.payloads());
            for (Batch.Item<Probe> item : batch) {
                tasks.add(item.task().id());
                assertThat(item.outcome()).isNull();
            }
        });

        mill.runOnce();

        assertThat(got).containsExactlyElementsOf(sent);
        assertThat(tasks).containsExactlyElementsOf(ids);
    }

    private List<Long> enqueue(String type, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> queue.enqueue(NewTask.of(type, probes.behave(task -> null)))
                        .id())
                .toList();
    }

    private void write(TaskContext task) {
        session.createNativeMutationQuery(
                        "insert into sample_event (task_id, account, name, n) values (:id, 'a', 'n', 1)")
                .setParameter("id", task.id())
                .executeUpdate();
    }

    private long effects() {
        return rows.number("select count(*) from sample_event");
    }
}
