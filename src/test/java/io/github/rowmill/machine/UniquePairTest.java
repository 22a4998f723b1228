package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.sweep.Expirer;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests two transactions on one unique key. One has written and not committed when the other comes. */
@QuarkusTest
@TestProfile(ByHand.class)
class UniquePairTest extends MachineHouse {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final NewTask TASK = NewTask.of("noop").uniqueKey("k");

    @Inject
    Expirer expirer;

    private Gate gate;

    @BeforeEach
    void hang() throws SQLException {
        gate = new Gate(rows);
    }

    @AfterEach
    void unhang() throws SQLException {
        gate.close();
    }

    /** Runs two transactions. The second one must wait. */
    private <A, B> Meeting<A, B> meet(Supplier<A> first, Supplier<B> second) {
        Meeting<A, B> met = begin(first, second);
        assertThat(met.waited()).as("waits").isTrue();
        gate.open();
        return met;
    }

    private <A, B> Meeting<A, B> begin(Supplier<A> first, Supplier<B> second) {
        gate.shut();
        CompletableFuture<A> one = Side.begin(first);
        int writer = gate.awaitWriter(one);
        CompletableFuture<B> other = Side.begin(second);
        return new Meeting<>(one, other, gate.awaitEndOrWait(other, writer));
    }

    private record Meeting<A, B>(CompletableFuture<A> one, CompletableFuture<B> other, boolean waited) {

        B second() throws Exception {
            one.get(30, TimeUnit.SECONDS);
            return other.get(30, TimeUnit.SECONDS);
        }
    }

    private Enqueued enqueue(NewTask task) {
        return store.enqueue(List.of(task), Ending.COMMIT).get(0);
    }

    private List<Claimed> claim() {
        return store.claim("default", Set.of("noop"), 10);
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"REPLACE", "RESCHEDULE"})
    void theSecondChangeIsAppliedAfterTheFirst(OnDuplicate change) throws Exception {
        long id = enqueue(TASK.delay(HOUR)).id();

        Enqueued second = meet(
                        () -> enqueue(TASK.delay(HOUR.multipliedBy(2)).onDuplicate(change)),
                        () -> enqueue(TASK.delay(HOUR.multipliedBy(3)).onDuplicate(change)))
                .second();

        assertThat(second.id()).isEqualTo(id);
        assertThat(second.result()).isIn(Result.REPLACED, Result.RESCHEDULED);
        assertThat(rows.of(id, "concat(version, run_at > now() + interval '150 min')"))
                .isEqualTo("2t");
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"REPLACE", "RESCHEDULE"})
    void aChangeThatWaitedForTheInsertOfItsKeyChangesThatTask(OnDuplicate change) throws Exception {
        Enqueued second = meet(
                        () -> enqueue(TASK), () -> enqueue(TASK.delay(HOUR).onDuplicate(change)))
                .second();

        assertThat(second.result()).isIn(Result.REPLACED, Result.RESCHEDULED);
        assertThat(rows.of(second.id(), "run_at > now() + interval '50 min'")).isEqualTo("t");
    }

    /** The reschedule must respect the deadline that the other enqueue has set, not the one that it saw first. */
    @Test
    void aRescheduleThatWaitsForAReplaceObeysTheNewDeadline() {
        enqueue(TASK.expireAfter(HOUR.multipliedBy(9)));

        Meeting<Enqueued, Enqueued> met = meet(
                () -> enqueue(TASK.expireAfter(HOUR).onDuplicate(OnDuplicate.REPLACE)),
                () -> enqueue(TASK.delay(HOUR.multipliedBy(2)).onDuplicate(OnDuplicate.RESCHEDULE)));

        assertThatThrownBy(met::second).hasCauseInstanceOf(InvalidTaskException.class);
        assertThat(rows.text("select concat(version, run_at <= now()) from rowmill_task"))
                .isEqualTo("1t");
    }

    @Test
    void aRefusingEnqueueThatWaitsForAnInsertIsRefused() {
        Meeting<Enqueued, Enqueued> met = meet(() -> enqueue(TASK), () -> enqueue(TASK.refuseDuplicate()));

        assertThatThrownBy(met::second).hasCauseInstanceOf(DuplicateTaskException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"REPLACE", "RESCHEDULE"})
    void aChangeThatWaitedForAClaimKeepsTheTaskThatExecutes(OnDuplicate change) throws Exception {
        long id = enqueue(TASK).id();

        Enqueued second = meet(this::claim, () -> enqueue(TASK.delay(HOUR).onDuplicate(change)))
                .second();

        assertThat(second).isEqualTo(new Enqueued(id, Result.EXISTING));
        assertThat(rows.of(id, "concat(status, run_at <= now())")).isEqualTo("executingt");
    }

    @ParameterizedTest
    @EnumSource(OnDuplicate.class)
    void aClaimFreesAKeyThatIsUniqueWhileQueued(OnDuplicate what) throws Exception {
        NewTask task = TASK.uniqueWhileQueued().onDuplicate(what);
        long id = enqueue(task).id();

        Enqueued second = meet(this::claim, () -> enqueue(task)).second();

        assertThat(second.result()).isEqualTo(Result.NEW);
        assertThat(rows.of(id, "concat(status, unique_key)")).isEqualTo("executing");
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"REPLACE", "RESCHEDULE"})
    void aClaimPassesOverATaskThatIsBeingChanged(OnDuplicate change) throws Exception {
        enqueue(TASK);

        Meeting<Enqueued, List<Claimed>> met =
                begin(() -> enqueue(TASK.delay(HOUR).onDuplicate(change)), this::claim);
        gate.open();

        assertThat(met.waited()).isFalse();
        assertThat(met.second()).isEmpty();
    }

    @Test
    void theSecondEnqueueAfterAnEndedWindowIsADuplicate() throws Exception {
        long over = enqueue(TASK.uniqueFor(HOUR)).id();
        store.cancel(over);
        store.pass(over, HOUR);
        rows.execute("update rowmill_task set unique_key = null where id = " + over);

        Enqueued second = meet(() -> enqueue(TASK.uniqueFor(HOUR)), () -> enqueue(TASK.uniqueFor(HOUR)))
                .second();

        assertThat(second.result()).isEqualTo(Result.EXISTING);
    }

    /** All enqueues find the keys held, and let them go. They wait for each other only at the keys themselves. */
    @Test
    void parallelEnqueuesAfterEndedWindowsMakeOneTaskForEachKey() throws Exception {
        List<NewTask> tasks = List.of(
                TASK.uniqueKey("a").uniqueFor(HOUR),
                TASK.uniqueKey("b").uniqueFor(HOUR),
                TASK.uniqueKey("c").uniqueFor(HOUR));
        store.enqueue(tasks, Ending.COMMIT).forEach(one -> store.cancel(one.id()));
        rows.execute("update rowmill_task set finished = finished - interval '1 h'");
        List<CompletableFuture<List<Enqueued>>> all = java.util.stream.IntStream.range(0, 8)
                .mapToObj(n -> Side.begin(() -> store.enqueue(tasks, Ending.COMMIT)))
                .toList();

        long made = 0;
        for (CompletableFuture<List<Enqueued>> one : all) {
            made += one.get(60, TimeUnit.SECONDS).stream()
                    .filter(enqueued -> !enqueued.duplicate())
                    .count();
        }

        assertThat(made).isEqualTo(3);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued'"))
                .isEqualTo(3);
    }

    @Test
    void aClaimSkipsATaskThatIsBeingExpired() throws Exception {
        rows.insert(TaskRow.of("noop").expiresAt("now() - interval '1 h'"));

        Meeting<Integer, List<Claimed>> met = begin(expirer::expireOnce, this::claim);
        gate.open();

        assertThat(met.waited()).isFalse();
        assertThat(met.second()).isEmpty();
        assertThat(rows.text("select status from rowmill_task")).isEqualTo("dead");
    }
}
