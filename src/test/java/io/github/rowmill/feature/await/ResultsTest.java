package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.InvalidResultException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskCancelledException;
import io.github.rowmill.api.TaskFailedException;
import io.github.rowmill.api.TaskGoneException;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.feature.job.JobLoop;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the result of a handler is kept with its task, and that callers can wait for it. */
@QuarkusTest
@TestProfile(ByHand.class)
class ResultsTest extends AwaitTest {

    private static final String LARGE = "x".repeat(300_000);

    @Inject
    StatelessSession session;

    @Inject
    JobLoop jobs;

    // Storage of results

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared", "probe-virtual", "probe-bean"})
    void aReturnedValueIsKeptAndAwaited(String type) throws Exception {
        long id = enqueue(type, task -> RECEIPT);
        CompletableFuture<Receipt> receipt = marked(id);

        mill.drain();

        assertThat(get(receipt)).isEqualTo(RECEIPT);
        assertThat(rows.of(id, "result")).isEqualTo("{\"number\": \"r-7\", \"amounts\": [1, 2]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aPlainTaskHasNeitherResultNorMark(String type) {
        long id = enqueue(type, task -> null);

        mill.drain();

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.COMPLETED);
        assertThat(rows.text("select concat(result, watched) from rowmill_task where id = " + id))
                .isEmpty();
    }

    @Test
    void aResultOfAStageIsKept() throws Exception {
        long id = enqueue("probe-stage", task -> CompletableFuture.completedStage(RECEIPT));

        mill.drain();

        assertThat(get(receipt(id))).isEqualTo(RECEIPT);
    }

    @Test
    void anOutcomeMayCarryAResult() throws Exception {
        long id = enqueue("probe", task -> Outcome.succeeded(RECEIPT));

        mill.drain();

        assertThat(get(receipt(id))).isEqualTo(RECEIPT);
        assertThat(Outcome.succeeded(RECEIPT)).hasToString("Succeeded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe-batch", "probe-plain-batch"})
    void eachItemOfABatchHasItsOwnResult(String type) throws Exception {
        probes.behaveInBatches(batch -> batch.forEach(item -> {
            if (!item.payload().key().equals("none")) {
                item.succeed(new Receipt(item.payload().key(), List.of()));
            }
        }));
        List<Long> ids = List.of("a", "none", "b").stream()
                .map(key -> queue.enqueue(NewTask.of(type, new io.github.rowmill.engine.Probes.Probe(key)))
                        .id())
                .toList();
        CompletableFuture<Receipt> second = marked(ids.get(1));

        mill.drain();
        probes.behaveInBatches(batch -> {});

        assertThat(get(receipt(ids.get(0))).number()).isEqualTo("a");
        assertThat(get(second)).isNull();
        assertThat(get(receipt(ids.get(2))).number()).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aTaskWithATooLargeResultIsDeadAtOnce(String type) {
        rows.execute("create table if not exists result_effect (id bigint); truncate result_effect");
        long id = enqueue(type, task -> {
            if (!type.equals("probe")) {
                session.createNativeMutationQuery("insert into result_effect values (1)")
                        .executeUpdate();
            }
            return LARGE;
        });

        mill.drain();

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.DEAD);
        assertThat(mill.task(id).getAttempts()).isOne();
        assertThat(rows.of(id, "error")).contains("300002 bytes", "rowmill.result.max-size is 262144");
        assertThat(rows.number("select count(*) from result_effect")).isZero();
        assertThat(failure(receipt(id))).isInstanceOf(TaskFailedException.class);
    }

    @Test
    void aBatchItemWithATooLargeResultFailsAlone() throws Exception {
        probes.behaveInBatches(
                batch -> batch.forEach(item -> item.succeed(item.payload().key().equals("large") ? LARGE : RECEIPT)));
        List<Long> ids = List.of("a", "large").stream()
                .map(key -> queue.enqueue(NewTask.of("probe-batch", new io.github.rowmill.engine.Probes.Probe(key)))
                        .id())
                .toList();

        mill.drain();
        probes.behaveInBatches(batch -> {});

        assertThat(get(receipt(ids.get(0)))).isEqualTo(RECEIPT);
        assertThat(mill.task(ids.get(1)).getStatus()).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void aResultThatCannotBeJsonIsRefused() {
        long bean = enqueue("probe", task -> new Object());
        long text = enqueue("probe", task -> Map.of("text", "a\u0000b"));

        mill.drain();

        assertThat(rows.of(bean, "error")).contains("java.lang.Object", "cannot be kept as JSON");
        assertThat(rows.of(text, "error")).contains("result.text").doesNotContain("a\u0000b");
        assertThat(mill.task(text).getStatus()).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void aWaitAfterARetryGetsTheNewResult() throws Exception {
        AtomicReference<Object> next = new AtomicReference<>(Outcome.giveUp(new IllegalStateException("no")));
        long id = enqueue("probe", task -> next.get());
        mill.drain();
        assertThat(failure(receipt(id))).isInstanceOf(TaskFailedException.class).hasMessageContaining("no");

        next.set(RECEIPT);
        queue.retry(id);
        CompletableFuture<Receipt> receipt = receipt(id);
        mill.drain();

        assertThat(get(receipt)).isEqualTo(RECEIPT);
    }

    // End of a wait

    @Test
    void aDeadTaskFailsTheWaitWithItsError() {
        long id = enqueue("probe", task -> Outcome.giveUp(new IllegalStateException("card declined")));
        CompletableFuture<Receipt> receipt = marked(id);

        mill.drain();

        assertThat(failure(receipt))
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("task " + id)
                .hasMessageContaining("card declined");
    }

    @Test
    void anExpiredTaskFailsTheWait() {
        long id = queue.enqueue(NewTask.of("nobody-handles-this").expireAfter(Duration.ofHours(1)))
                .id();
        CompletableFuture<Receipt> receipt = marked(id);

        mill.pass(id, Duration.ofHours(2));
        mill.runOnce();

        assertThat(failure(receipt)).isInstanceOf(TaskFailedException.class).hasMessageContaining("expired");
    }

    @Test
    void aCancelledTaskFailsTheWait() {
        long id = enqueue("probe", task -> RECEIPT);
        CompletableFuture<Receipt> receipt = marked(id);

        queue.cancel(id);

        assertThat(failure(receipt)).isInstanceOf(TaskCancelledException.class);
    }

    @Test
    void aDeletedTaskFailsTheWait() {
        long id = enqueue("probe", task -> RECEIPT);
        CompletableFuture<Receipt> receipt = marked(id);

        rows.execute("delete from rowmill_task where id = " + id);

        assertThat(failure(receipt)).isInstanceOf(TaskGoneException.class);
        assertThat(failure(receipt(-1))).isInstanceOf(TaskGoneException.class);
    }

    @Test
    void aResultOfAnotherClassFailsTheWait() {
        long id = enqueue("probe", task -> "secret");
        mill.drain();

        assertThat(failure(receipt(id)))
                .isInstanceOf(InvalidResultException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    void theTransactionThatEnqueuedCannotWait() {
        QuarkusTransaction.requiringNew().run(() -> {
            long id = enqueue("probe", task -> RECEIPT);
            assertThatThrownBy(() -> receipt(id))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was enqueued by this transaction");
        });
        mill.drain();
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aHandlerCannotWait(String type) {
        long other = enqueue("probe", task -> RECEIPT);
        long id = enqueue(type, task -> receipt(other));

        mill.drain();

        assertThat(rows.of(id, "error")).contains("a handler cannot wait for the result of task " + other);
    }

    @Test
    void aCallerWhoStopsWaitingIsForgotten() {
        long id = enqueue("probe", task -> RECEIPT);
        CompletableFuture<Receipt> one = marked(id);
        CompletableFuture<Receipt> other = receipt(id);

        one.cancel(false);
        assertThat(awaited.size()).isOne();
        other.cancel(false);

        await().until(() -> awaited.size() == 0);
        mill.drain();
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aLockedTaskIsMarkedWhenItIsFree() throws Exception {
        long id = enqueue("probe", task -> RECEIPT);
        CompletableFuture<Receipt> receipt;
        try (var other = rows.connect();
                var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select 1 from rowmill_task where id = %s for update".formatted(id));
            receipt = receipt(id);
            await().during(Duration.ofMillis(300)).until(() -> !receipt.isDone());
            assertThat(rows.of(id, "watched")).isNull();
        }

        await().until(() -> "t".equals(rows.of(id, "watched")));
        mill.drain();
        assertThat(get(receipt)).isEqualTo(RECEIPT);
    }
}
