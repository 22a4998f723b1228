package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.OwnNode;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what other threads do while one walks over all queues. */
@QuarkusTest
@TestProfile(ByHand.class)
class ClaimsDuringWalkTest extends EngineTest {

    private static final String QUEUE = "default";
    private static final Duration SOON = Duration.ofSeconds(30);

    @Inject
    DueQueues due;

    @Inject
    ClaimStarter starter;

    @Inject
    WorkerPool pool;

    @Inject
    Claimant claimant;

    @Inject
    ScarceTypes scarce;

    @Inject
    Quarantine quarantine;

    @Inject
    RowmillConfig config;

    @Inject
    NodeState node;

    @Inject
    TaskEvents events;

    @Inject
    Ticker ticker;

    @AfterEach
    void awaitIdle() {
        await().atMost(SOON).until(() -> pool.size() == 0 && pool.running() == 0);
    }

    @Test
    void otherThreadsClaimDuringAWalkOverAllQueues() {
        rows.insert(TaskRow.of("noop"));
        AtomicInteger meanwhile = new AtomicInteger();
        AtomicReference<Claimer> claimer = new AtomicReference<>();
        claimer.set(claimer(
                node, () -> meanwhile.set(elsewhere(() -> claimer.get().claimFrom(List.of(QUEUE))))));

        assertThat(claimer.get().claimOnce()).isZero();

        assertThat(meanwhile).hasValue(1);
    }

    @Test
    void aStopDuringAWalkLeavesSuspectsToOtherNodes() {
        rows.insert(TaskRow.of("noop").crashes(2));
        AtomicReference<Claimer> claimer = new AtomicReference<>();
        claimer.set(claimer(OwnNode.open(config), () -> stop(claimer.get())));

        assertThat(claimer.get().claimOnce()).isZero();
    }

    private static void stop(Claimer claimer) {
        try {
            claimer.stop(SOON);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int elsewhere(IntSupplier claim) {
        return Side.begin(claim::getAsInt)
                .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** Returns a claimer that runs an action at the end of each walk. */
    private Claimer claimer(NodeState node, Runnable afterWalk) {
        QueueClaim claim = new QueueClaim(due, starter, pool, claimant, scarce, ticker) {
            @Override
            DueQueues.Walk walk(Runnable progress) {
                DueQueues.Walk walk = super.walk(progress);
                afterWalk.run();
                return walk;
            }
        };
        return new Claimer(claim, quarantine, config, node, new Loops(events, ticker), ticker);
    }
}
