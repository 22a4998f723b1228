package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests handlers that return before their work is done. */
@QuarkusTest
@TestProfile(ByHand.class)
class AsynchronousHandlersTest extends EngineTest {

    private long enqueue(String type, Probes.Behaviour behaviour) {
        return queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
    }

    private static CompletableFuture<Object> later(CompletableFuture<Object> what) {
        return what.orTimeout(30, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-virtual", "probe-stage"})
    void aStageThatFailsLaterFailsItsAttemptWithItsError(String type) {
        long id = enqueue(
                type,
                task -> CompletableFuture.supplyAsync(
                        () -> {
                            throw new IllegalStateException("the mail server went away");
                        },
                        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)));

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 java.lang.IllegalStateException: the mail server went away");
    }

    @Test
    void aTaskIsNotCompletedBeforeItsStage() {
        CompletableFuture<Object> work = new CompletableFuture<>();
        long id = enqueue("probe", task -> {
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
                    .execute(() -> work.complete(rows.of(task.id(), "status")));
            return later(work).minimalCompletionStage();
        });

        mill.runOnce();

        assertThat(work).isCompletedWithValue("executing");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void theOutcomeOfAStageSettlesItsTask() {
        long id = enqueue("probe", task -> CompletableFuture.completedStage(Outcome.snooze(Duration.ofMinutes(5))));

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 0");
    }

    @Test
    void aFutureOfAnExecutorIsAwaitedToo() {
        long id = enqueue("probe", task -> {
            FutureTask<Object> work = new FutureTask<>(() -> {
                throw new IllegalStateException("in the end");
            });
            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(work);
            return work;
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error"))
                .isEqualTo("queued java.lang.IllegalStateException: in the end");
    }

    @Test
    void aStageThatTakesTooLongIsCancelledAndItsTaskRetried() {
        CompletableFuture<Object> never = new CompletableFuture<>();
        long id = enqueue("probe-short", task -> never);

        mill.runOnce();

        assertThat(never).isCancelled();
        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 timed out: the handler took longer than PT0.2S");
    }

    @Test
    void aStageOfATaskThatIsCancelledIsCancelled() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Object> never = new CompletableFuture<>();
        long id = enqueue("probe", task -> {
            begun.countDown();
            return never;
        });
        CompletableFuture<Void> cancelling = Side.run(() -> {
            await(begun);
            queue.cancel(id);
        });

        mill.runOnce();

        assertThat(cancelling).succeedsWithin(Duration.ofSeconds(30));
        assertThat(never).isCancelled();
        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("cancelled 1");
    }

    @Test
    void theOutcomeOfAUniSettlesItsTask() {
        long id = enqueue(
                "probe",
                task -> Uni.createFrom()
                        .item(() -> Outcome.snooze(Duration.ofMinutes(5)))
                        .onItem()
                        .delayIt()
                        .by(Duration.ofMillis(100)));

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 0");
    }

    @Test
    void aUniThatFailsFailsItsAttemptWithItsError() {
        long id = enqueue(
                "probe", task -> Uni.createFrom().failure(new IllegalStateException("the mail server went away")));

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error"))
                .isEqualTo("queued java.lang.IllegalStateException: the mail server went away");
    }

    @Test
    void aUniThatTakesTooLongIsCancelled() {
        AtomicBoolean cancelled = new AtomicBoolean();
        long id = enqueue(
                "probe-short",
                task -> Uni.createFrom().nothing().onCancellation().invoke(() -> cancelled.set(true)));

        mill.runOnce();

        assertThat(cancelled).isTrue();
        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .isEqualTo("queued 1 timed out: the handler took longer than PT0.2S");
    }

    @Test
    void aUniOfATransactionalHandlerFailsItsAttempt() {
        long id = enqueue("probe-tx", task -> Uni.createFrom().nullItem());

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error"))
                .startsWith("queued ")
                .contains("io.smallrye.mutiny.Uni", "@Transactional");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPublisherThatAHandlerReturnsFailsItsAttempt() {
        long id = enqueue("probe", task -> (Flow.Publisher<Object>) subscriber -> {});

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error"))
                .startsWith("queued ")
                .contains("io.github.rowmill.engine.Probes.probe", "java.util.concurrent.Flow$Publisher");
    }

    @Test
    void aStageOfATransactionalHandlerFailsItsAttempt() {
        long id = enqueue("probe-tx", task -> CompletableFuture.completedFuture("done"));

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || error"))
                .startsWith("queued ")
                .contains("io.github.rowmill.engine.Probes.transactional", "java.util.concurrent.CompletionStage");
    }
}
