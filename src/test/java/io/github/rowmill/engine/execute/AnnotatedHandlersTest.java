package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.micrometer.core.annotation.Counted;
import io.micrometer.core.annotation.Timed;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.Arc;
import io.quarkus.arc.Lock;
import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.quarkus.vertx.ConsumeEvent;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.context.api.CurrentThreadContext;
import io.vertx.core.eventbus.EventBus;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.context.ThreadContext;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests annotations of the platform on handlers. They work as on any bean that is called on a worker's thread. */
@QuarkusTest
@TestProfile(ByHand.class)
class AnnotatedHandlersTest extends EngineTest {

    public record Order(@NotBlank String name) {}

    /** Has a handler for each annotation. Each handler records its calls. */
    @Singleton
    static class Annotated {

        final List<String> calls = new CopyOnWriteArrayList<>();
        final AtomicInteger together = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @Inject
        StatelessSession session;

        @Handles("an-valid")
        void valid(@Size(max = 3) String code) {
            calls.add(code);
        }

        @Handles("an-valid-bean")
        void validBean(@Valid @NotNull Order order) {
            calls.add(order.name());
        }

        @Handles("an-measured")
        @Timed("an.timed")
        @Counted("an.counted")
        void measured() {
            calls.add("measured");
        }

        @Handles("an-request")
        @ActivateRequestContext
        void inRequest() {
            calls.add("request " + Arc.container().requestContext().isActive());
        }

        @Handles("an-cleared")
        @CurrentThreadContext(
                cleared = ThreadContext.ALL_REMAINING,
                propagated = {},
                unchanged = {})
        void cleared(TaskContext task) {
            calls.add("cleared " + task.attempt());
        }

        @Handles("an-blocking")
        @Blocking
        void blocking() {
            calls.add("may block " + BlockingOperationControl.isBlockingAllowed());
        }

        @Handles("an-non-blocking")
        @NonBlocking
        void nonBlocking() {
            calls.add("may block " + BlockingOperationControl.isBlockingAllowed());
        }

        @Handles("an-scheduled")
        @Scheduled(every = "1000h", delayed = "1000h")
        void scheduled() {
            calls.add("scheduled");
        }

        @Handles("an-consumed")
        @ConsumeEvent("an-consumed")
        @Blocking
        void consumed(String code) {
            calls.add(code);
        }

        @Handles("an-locked")
        @Lock
        void locked() {
            most.accumulateAndGet(together.incrementAndGet(), Math::max);
            Thread.yield();
            together.decrementAndGet();
            calls.add("locked");
        }

        @Handles("an-configured")
        @Transactional
        @TransactionConfiguration
        void configured(TaskContext task) {
            write(task);
        }

        /** The configuration has no effect without a transaction. */
        @Handles("an-configured-plain")
        @TransactionConfiguration(timeout = 5)
        void configuredPlain() {
            calls.add("plain");
        }

        @Handles("an-unforgiven")
        @Transactional(dontRollbackOn = IllegalStateException.class)
        void unforgiven(TaskContext task) {
            write(task);
            throw new IllegalStateException("forgiven elsewhere");
        }

        private void write(TaskContext task) {
            session.createNativeMutationQuery(
                            "insert into sample_event (task_id, account, name, n) values (:id, 'a', 'n', 1)")
                    .setParameter("id", task.id())
                    .executeUpdate();
        }
    }

    @Inject
    Annotated annotated;

    @Inject
    MeterRegistry registry;

    @Inject
    EventBus events;

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "an-request, request true",
                "an-cleared, cleared 1",
                "an-blocking, may block true",
                "an-non-blocking, may block true",
                "an-scheduled, scheduled",
                "an-configured-plain, plain"
            })
    void theHandlerRunsOnAWorker(String example) {
        String[] typeAndCall = example.split(", ");
        long id = run(NewTask.of(typeAndCall[0]));

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(annotated.calls).endsWith(typeAndCall[1]);
    }

    @Test
    void aConstraintOfTheParameterFailsTheAttempt() {
        long good = run(NewTask.of("an-valid", "abc"));
        long bad = run(NewTask.of("an-valid", "abcd"));

        assertThat(rows.of(good, "status")).isEqualTo("completed");
        assertThat(rows.of(bad, "status || error")).startsWith("queued").contains("ConstraintViolationException");
        assertThat(annotated.calls).contains("abc").doesNotContain("abcd");
    }

    @Test
    void aPayloadThatIsNotValidFailsTheAttempt() {
        long good = run(NewTask.of("an-valid-bean", new Order("tea")));
        rows.insert(TaskRow.of("an-valid-bean").details("{\"name\": \" \"}"));
        mill.runOnce();

        assertThat(rows.of(good, "status")).isEqualTo("completed");
        assertThat(rows.text("select status || error from rowmill_task where id <> " + good))
                .startsWith("queued")
                .contains("name");
        assertThat(annotated.calls).contains("tea").doesNotContain(" ");
    }

    @Test
    void metersCountAttempts() {
        run(NewTask.of("an-measured"));

        assertThat(registry.get("an.timed").timer().count()).isEqualTo(1);
        assertThat(registry.get("an.counted").counter().count()).isEqualTo(1);
    }

    @Test
    void aLockedBeanRunsOneTaskAtATime() {
        for (int i = 0; i < 20; i++) {
            queue.enqueue(NewTask.of("an-locked"));
        }

        assertThat(mill.drain()).isEqualTo(20);

        assertThat(annotated.most).hasValue(1);
    }

    @Test
    void anEventCallsTheSameMethodWithoutATask() {
        events.publish("an-consumed", "by event");
        await().atMost(Duration.ofSeconds(10)).until(() -> annotated.calls.contains("by event"));

        long id = run(NewTask.of("an-consumed", "by task"));

        assertThat(annotated.calls).contains("by task");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(1);
    }

    @Test
    void aTransactionConfigurationWithoutATimeoutChangesNothing() {
        long id = run(NewTask.of("an-configured"));

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(written(id)).isEqualTo(1);
    }

    @Test
    void everyExceptionOfATransactionalHandlerRollsItsWritesBack() {
        long id = run(NewTask.of("an-unforgiven"));

        assertThat(rows.of(id, "status || error")).startsWith("queued").contains("forgiven elsewhere");
        assertThat(written(id)).isZero();
    }

    private long run(NewTask task) {
        long id = queue.enqueue(task).id();
        mill.runOnce();
        return id;
    }

    private long written(long id) {
        return rows.number("select count(*) from sample_event where task_id = " + id);
    }
}
