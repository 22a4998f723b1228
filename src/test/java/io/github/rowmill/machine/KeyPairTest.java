package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.Side;
import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests two transactions that want the same unique key. The second one waits until the key is taken or free, and
 * returns which.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class KeyPairTest extends MachineHouse {

    private static final Spec TASK = new Spec("noop", "default", 0, 0, 3, "k", false);

    private Gate gate;
    private long cancelled;

    @BeforeEach
    void cancelOne() throws SQLException {
        cancelled = enqueue().id();
        store.cancel(cancelled);
        gate = new Gate(rows);
    }

    @AfterEach
    void unhang() throws SQLException {
        gate.close();
    }

    @Test
    void anEnqueueThatWaitedForAnotherIsItsDuplicate() throws Exception {
        Meeting<Enqueued, Enqueued> met = meet(this::enqueue, this::enqueue, Ending.COMMIT);

        assertThat(met.second().get(30, TimeUnit.SECONDS))
                .isEqualTo(new Enqueued(met.first().get().id(), Enqueued.Result.EXISTING));
    }

    @Test
    void anEnqueueAfterARolledBackEnqueueIsNoDuplicate() throws Exception {
        Meeting<Enqueued, Enqueued> met = meet(this::enqueue, this::enqueue, Ending.ROLLBACK);

        assertThat(met.second().get(30, TimeUnit.SECONDS).duplicate()).isFalse();
    }

    @Test
    void anEnqueueThatWaitedForARetryIsItsDuplicate() throws Exception {
        Meeting<Boolean, Enqueued> met = meet(this::retry, this::enqueue, Ending.COMMIT);

        assertThat(met.second().get(30, TimeUnit.SECONDS)).isEqualTo(new Enqueued(cancelled, Enqueued.Result.EXISTING));
    }

    @Test
    void anEnqueueAfterARolledBackRetryIsNoDuplicate() throws Exception {
        Meeting<Boolean, Enqueued> met = meet(this::retry, this::enqueue, Ending.ROLLBACK);

        assertThat(met.second().get(30, TimeUnit.SECONDS).duplicate()).isFalse();
    }

    @Test
    void aRetryThatWaitedForAnEnqueueOfItsKeyIsRefusedAsADuplicate() throws Exception {
        Meeting<Enqueued, Boolean> met = meet(this::enqueue, this::retry, Ending.COMMIT);

        assertThatThrownBy(() -> met.second().get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(DuplicateTaskException.class);
        assertThat(rows.of(cancelled, "status")).isEqualTo("cancelled");
    }

    @Test
    void aRetryThatWaitedForAnEnqueueThatIsRolledBackQueuesItsTask() throws Exception {
        Meeting<Enqueued, Boolean> met = meet(this::enqueue, this::retry, Ending.ROLLBACK);

        assertThat(met.second().get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(rows.of(cancelled, "status")).isEqualTo("queued");
    }

    /**
     * The first enqueue finds key k taken, inserts key z, and looks for the holder of k, which has ended. The second
     * one has taken k before, and waits for z.
     */
    @Test
    void twoEnqueuesDoNotDeadlockWhenAKeyIsFreedBetweenInsertAndLook() throws Exception {
        long live = enqueue().id();
        gate.shut();
        CompletableFuture<List<Enqueued>> one = Side.begin(this::enqueueTwo);
        int writer = gate.awaitWriter(one);
        gate.passBy("update rowmill_task set status = 'cancelled', finished = now(), version = version + 1 where id = "
                + live);
        CompletableFuture<List<Enqueued>> other = Side.begin(this::enqueueTwo);
        assertThat(gate.awaitEndOrWait(other, writer)).as("waits").isTrue();

        gate.open();

        assertThat(one.get(30, TimeUnit.SECONDS)).hasSize(2);
        assertThat(other.get(30, TimeUnit.SECONDS)).hasSize(2);
        assertThat(transitions.violations()).isNull();
    }

    private List<Enqueued> enqueueTwo() {
        return store.enqueue(List.of(TASK.task(), TASK.task().uniqueKey("z")), Ending.COMMIT);
    }

    private record Meeting<A, B>(CompletableFuture<A> first, CompletableFuture<B> second) {}

    private <A, B> Meeting<A, B> meet(Supplier<A> first, Supplier<B> second, Ending ending) {
        gate.shut();
        CompletableFuture<A> one = Side.begin(first);
        int writer = gate.awaitWriter(one);
        CompletableFuture<B> other = Side.begin(second);
        assertThat(gate.awaitEndOrWait(other, writer)).as("waits").isTrue();
        if (ending == Ending.ROLLBACK) {
            gate.rollBack(writer);
            assertThatThrownBy(() -> one.get(30, TimeUnit.SECONDS)).hasStackTraceContaining("canceling statement");
        }
        gate.open();
        return new Meeting<>(one, other);
    }

    private Enqueued enqueue() {
        return store.enqueue(List.of(TASK.task()), Ending.COMMIT).get(0);
    }

    private boolean retry() {
        store.retry(cancelled);
        return true;
    }
}
