package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.OnFailure.Then;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.execute.Timeouts;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples of the pages on handlers, enqueues and retries. */
@QuarkusTest
@TestProfile(ByHand.class)
class HandlersExampleTest {

    record Parcel(@NotBlank String order, int grams) {}

    @ApplicationScoped
    static class Shipping {

        @Inject
        Courier courier;

        @Handles("print-label")
        @Transactional // the task is completed in this transaction
        void print(Parcel parcel) {
            courier.remember(parcel);
        }

        @Handles(value = "book-courier", timeout = "30s", maxAttempts = 5)
        @OnFailure(of = CourierBusy.class, then = Then.SNOOZE, after = "30s")
        @OnFailure(of = UnknownAddress.class, then = Then.GIVE_UP)
        void book(Parcel parcel, TaskContext task) {
            courier.book(parcel, "shop-" + task.idempotencyKey());
        }

        @Handles("track-parcel")
        Outcome track(Parcel parcel) {
            return courier.hasDelivered(parcel) ? Outcome.succeeded() : Outcome.snooze(Duration.ofHours(1));
        }

        @Handles("tell-customer")
        CompletionStage<Void> tell(Parcel parcel) {
            return courier.send("Your parcel " + parcel.order() + " is on its way");
        }

        @Handles("archive-labels")
        @RunOnVirtualThread
        void archive(TaskContext task) {
            while (courier.hasLabels()) {
                if (task.isCancelled()) {
                    throw new CancellationException("labels are left"); // a return would complete the task
                }
                courier.archiveOne();
            }
        }
    }

    @ApplicationScoped
    static class Shop {

        @Inject
        TaskQueue tasks;

        @Transactional // all three tasks exist if, and only if, this commits
        void ship(Parcel parcel) {
            tasks.enqueue(NewTask.of("print-label", parcel));
            tasks.enqueue(NewTask.of("book-courier", parcel).priority(-10).tags("courier"));
            tasks.enqueue(NewTask.of("track-parcel", parcel).delay(Duration.ofHours(4)));
        }

        List<Enqueued> tellAll(List<Parcel> parcels) {
            return tasks.enqueue(parcels.stream()
                    .map(parcel -> NewTask.of("tell-customer", parcel))
                    .toList());
        }

        CompletionStage<Enqueued> tellFromAnEventLoop(Parcel parcel) {
            return tasks.enqueueAsync(NewTask.of("tell-customer", parcel));
        }
    }

    static class CourierBusy extends RuntimeException {}

    static class UnknownAddress extends RuntimeException {}

    @ApplicationScoped
    static class Courier {

        private final Set<String> keys = new HashSet<>();
        private RuntimeException answer;
        private int labels;
        private Runnable afterLabel = () -> {};

        void answer(RuntimeException failure) {
            answer = failure;
        }

        void archive(int count, Runnable afterEach) {
            labels = count;
            afterLabel = afterEach;
        }

        void remember(Parcel parcel) {
            labels += parcel.grams() > 0 ? 1 : 0;
        }

        void book(Parcel parcel, String key) {
            if (answer != null) {
                throw answer;
            }
            keys.add(parcel.order() + key);
        }

        boolean hasDelivered(Parcel parcel) {
            return parcel.order().startsWith("old");
        }

        CompletionStage<Void> send(String text) {
            keys.add(text);
            return CompletableFuture.completedFuture(null);
        }

        boolean hasLabels() {
            return labels > 0;
        }

        void archiveOne() {
            labels--;
            afterLabel.run();
        }
    }

    @Inject
    Shop shop;

    @Inject
    Courier courier;

    @Inject
    TaskQueue tasks;

    @Inject
    ManualMill mill;

    @Inject
    Timeouts timeouts;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
        courier.answer(null);
        courier.archive(0, () -> {});
    }

    @Test
    void tasksOfOneTransactionRun() {
        shop.ship(new Parcel("a7", 900));
        tasks.enqueue(NewTask.of("track-parcel", new Parcel("a7", 900)));
        tasks.enqueue(NewTask.of("track-parcel", new Parcel("old-1", 900)));

        mill.drain();
        tasks.enqueue(NewTask.of("archive-labels"));
        mill.drain();

        assertThat(courier.hasLabels()).isFalse();
        assertThat(tasks())
                .isEqualTo("archive-labels completed, book-courier completed, print-label completed,"
                        + " track-parcel completed, track-parcel queued, track-parcel queued");
    }

    @Test
    void tasksOfAListAndOfAnEventLoopRun() {
        shop.tellAll(List.of(new Parcel("a7", 900), new Parcel("a8", 10)));
        shop.tellFromAnEventLoop(new Parcel("a9", 1)).toCompletableFuture().join();

        mill.drain();

        assertThat(tasks()).isEqualTo("tell-customer completed, tell-customer completed, tell-customer completed");
    }

    @Test
    void aRuleOfAnExceptionIsFollowed() {
        courier.answer(new CourierBusy());
        tasks.enqueue(NewTask.of("book-courier", new Parcel("a7", 900)));
        mill.drain();
        String busy = tasks();
        rows.clear();

        courier.answer(new UnknownAddress());
        tasks.enqueue(NewTask.of("book-courier", new Parcel("a7", 900)));
        mill.drain();

        assertThat(List.of(busy, tasks())).containsExactly("book-courier queued", "book-courier dead");
    }

    @Test
    void aStoppedLoopWithWorkLeftCompletesNoTask() {
        courier.archive(Integer.MAX_VALUE, timeouts::enforceOnce);
        tasks.enqueue(NewTask.of("archive-labels").timeout(Duration.ofMillis(1)));

        mill.runOnce();

        assertThat(courier.hasLabels()).isTrue();
        assertThat(tasks()).isEqualTo("archive-labels queued");
    }

    private String tasks() {
        return rows.text("select string_agg(type || ' ' || status, ', ' order by type, status) from rowmill_task");
    }
}
