package io.github.rowmill.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.Topics;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests each public call in each state of a transaction, and in an observer of each of its phases. */
@QuarkusTest
@TestProfile(ByHand.class)
class PublicCallsTest extends EngineTest {

    /** A call that an application may make, on any thread and in any state of a transaction. */
    enum Call {
        ENQUEUE_ONE("select count(*) from rowmill_task where type = 'noop'"),
        ENQUEUE_WITH_KEY("select count(*) from rowmill_task where unique_key = 'k'"),
        ENQUEUE_TWO("select count(*) / 2 from rowmill_task where source = 'two'"),
        CANCEL("select count(*) from rowmill_task where status = 'cancelled' and source = 'live'"),
        RETRY("select count(*) from rowmill_task where status = 'queued' and source = 'ended'"),
        CHANGE_RULES("select count(*) from rowmill_queue where name = 'mail' and concurrency = 3"),
        PUBLISH("select count(*) from rowmill_task where source = 'published'"),
        SUBSCRIBE("select count(*) from rowmill_subscription where topic = 'subscribed'"),
        SCHEDULE("select count(*) from rowmill_schedule where name = 'nightly'");

        private final String done;

        Call(String done) {
            this.done = done;
        }
    }

    record Happened(Consumer<TransactionPhase> work) {}

    @ApplicationScoped
    static class Observers {

        void before(@Observes(during = TransactionPhase.BEFORE_COMPLETION) Happened happened) {
            happened.work().accept(TransactionPhase.BEFORE_COMPLETION);
        }

        void completed(@Observes(during = TransactionPhase.AFTER_COMPLETION) Happened happened) {
            happened.work().accept(TransactionPhase.AFTER_COMPLETION);
        }

        void succeeded(@Observes(during = TransactionPhase.AFTER_SUCCESS) Happened happened) {
            happened.work().accept(TransactionPhase.AFTER_SUCCESS);
        }

        void failed(@Observes(during = TransactionPhase.AFTER_FAILURE) Happened happened) {
            happened.work().accept(TransactionPhase.AFTER_FAILURE);
        }
    }

    @Inject
    Event<Happened> events;

    @Inject
    Queues queues;

    @Inject
    Schedules schedules;

    @Inject
    Topics topics;

    @Inject
    TransactionManager transactions;

    @Inject
    Vertx vertx;

    private final AtomicLong live = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    @BeforeEach
    void enqueueTwo() {
        rows.execute(
                "delete from rowmill_schedule where name = 'nightly'; delete from rowmill_queue where name = 'mail'");
        rows.execute("""
                delete from rowmill_subscription where topic in ('subscribed', 'public-calls');
                insert into rowmill_subscription (topic, type) values ('public-calls', 'noop')""");
        live.set(queue.enqueue(NewTask.of("reminder-2").source("live")).id());
        ended.set(queue.enqueue(NewTask.of("reminder-2").source("ended")).id());
        queue.cancel(ended.get());
    }

    private void make(Call call) {
        switch (call) {
            case ENQUEUE_ONE -> queue.enqueue(NewTask.of("noop"));
            case ENQUEUE_WITH_KEY -> queue.enqueue(NewTask.of("reminder-2").uniqueKey("k"));
            case ENQUEUE_TWO ->
                queue.enqueue(List.of(
                        NewTask.of("reminder-2").source("two"),
                        NewTask.of("reminder-2").source("two")));
            case CANCEL -> queue.cancel(live.get());
            case RETRY -> queue.retry(ended.get());
            case CHANGE_RULES -> queues.change("mail", rules -> rules.concurrency(3));
            case PUBLISH -> queue.publish("public-calls", NewTask.of("").source("published"));
            case SUBSCRIBE -> topics.subscribe(NewSubscription.of("subscribed", "noop"));
            case SCHEDULE ->
                schedules.create(
                        NewSchedule.of("nightly", NewTask.of("reminder-2")).every(Duration.ofHours(1)));
        }
    }

    private Map<TransactionPhase, Throwable> observe(TransactionPhase wanted, Call call, boolean commit) {
        Map<TransactionPhase, Throwable> thrown = new EnumMap<>(TransactionPhase.class);
        Consumer<TransactionPhase> work = phase -> {
            if (phase == wanted) {
                try {
                    make(call);
                } catch (Throwable e) {
                    thrown.put(phase, e);
                }
            }
        };
        QuarkusTransaction.begin();
        events.fire(new Happened(work));
        if (commit) {
            QuarkusTransaction.commit();
        } else {
            QuarkusTransaction.rollback();
        }
        return thrown;
    }

    @ParameterizedTest
    @EnumSource
    void aCallInAnObserverAfterACommitTakesEffect(Call call) throws Exception {
        assertThat(observe(TransactionPhase.AFTER_SUCCESS, call, true)).isEmpty();

        assertThat(rows.number(call.done)).isOne();
        assertThat(transactions.getTransaction()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aCallInAnObserverAfterCompletionTakesEffect(Call call) {
        assertThat(observe(TransactionPhase.AFTER_COMPLETION, call, true)).isEmpty();

        assertThat(rows.number(call.done)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void aCallInAnObserverAfterARollbackTakesEffect(Call call) {
        assertThat(observe(TransactionPhase.AFTER_FAILURE, call, false)).isEmpty();

        assertThat(rows.number(call.done)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void aCallInAnObserverBeforeCompletionTakesEffect(Call call) {
        assertThat(observe(TransactionPhase.BEFORE_COMPLETION, call, true)).isEmpty();

        assertThat(rows.number(call.done)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void aCallIsRolledBackWithItsTransaction(Call call) {
        QuarkusTransaction.begin();
        make(call);
        QuarkusTransaction.rollback();

        assertThat(rows.number(call.done)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aCallIsRefusedInATransactionMarkedForRollback(Call call) {
        QuarkusTransaction.begin();
        try {
            QuarkusTransaction.setRollbackOnly();

            assertThatThrownBy(() -> make(call))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("marked for rollback");
        } finally {
            QuarkusTransaction.rollback();
        }
        assertThat(rows.number(call.done)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aCallIsRefusedOnAnEventLoop(Call call) {
        assertThatThrownBy(() -> onEventLoop(() -> make(call)).get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(BlockingOperationNotAllowedException.class)
                .hasMessageContaining("enqueueAsync");
        assertThat(rows.number(call.done)).isZero();
    }

    @Test
    void anEventLoopEnqueuesWithoutWaiting() throws Exception {
        CompletableFuture<Enqueued> enqueued = new CompletableFuture<>();

        onEventLoop(() -> queue.enqueueAsync(NewTask.of("noop"))
                        .thenAccept(enqueued::complete)
                        .exceptionally(e -> {
                            enqueued.completeExceptionally(e);
                            return null;
                        }))
                .get(20, TimeUnit.SECONDS);

        assertThat(rows.of(enqueued.get(20, TimeUnit.SECONDS).id(), "type")).isEqualTo("noop");
    }

    @Test
    void anAsynchronousEnqueueJoinsNoTransaction() throws Exception {
        QuarkusTransaction.begin();
        long id = queue.enqueueAsync(NewTask.of("noop"))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS)
                .id();
        QuarkusTransaction.rollback();

        assertThat(rows.of(id, "type")).isEqualTo("noop");
    }

    private CompletableFuture<Void> onEventLoop(Runnable work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(begun -> {
            try {
                work.run();
                end.complete(null);
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }
}
