package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests passes over a queue with a slow head, and tasks that were given back before the cursor. */
@QuarkusTest
@TestProfile(ByHand.class)
class PassesTest extends EngineTest {

    private static final String QUEUE = "default";

    /** More tasks than the node takes at once. */
    private static final int FLOOD = 9_000;

    /** A fifth of the longest pause after a look. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

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

    private final LookTicker ticker = new LookTicker();
    private Passes passes;
    private int passesLeft = Integer.MAX_VALUE;

    @BeforeEach
    void claimAfterASlowLook() {
        QueueClaim claim = new QueueClaim(due, starter, pool, claimant, scarce, ticker);
        passes = new Passes(claim, scarce, queue -> true, () -> passesLeft-- > 0, () -> {}, ticker);
        rows.insert(TaskRow.of("noop"));
        ticker.step = Duration.ofSeconds(1).toNanos();
        passes.expect(QUEUE);
        assertThat(passes.claim()).isOne();
        ticker.step = 0;
        rows.insert(TaskRow.of("noop"));
        assertThat(passes.claim(walk())).isOne(); // the pause begins again, and now the clock stands still
    }

    private Map<String, DueQueues.Due> walk() {
        return due.queues(due.walk(claimant.types(), () -> {})).due();
    }

    @AfterEach
    void endTheFlood() {
        rows.execute("delete from rowmill_task where status = 'queued'");
        awaitIdle();
    }

    private void awaitIdle() {
        await().atMost(Duration.ofSeconds(30)).until(() -> pool.size() == 0 && pool.running() == 0);
    }

    /** Inserts a task before the cursor, as if it had been given back. */
    private void giveBack() {
        rows.insert(TaskRow.of("noop").runAt("now() - interval '1 h'"));
    }

    @Test
    void aTaskThatIsGivenBackIsClaimedAfterAFifthOfThePause() {
        giveBack();
        passes.expectAtHead(QUEUE);
        assertThat(passes.claim()).isZero();

        ticker.now += PAUSE.toNanos();
        passes.expect(QUEUE);

        assertThat(passes.claim()).isOne();
    }

    @Test
    void anotherTaskBeforeTheCursorWaitsForTheWholePause() {
        giveBack();
        ticker.now += PAUSE.toNanos();
        passes.expect(QUEUE);
        assertThat(passes.claim()).isZero();

        ticker.now += PAUSE.multipliedBy(4).toNanos();
        passes.expect(QUEUE);

        assertThat(passes.claim()).isOne();
    }

    @Test
    void aTaskGivenBackDuringAWalkIsClaimedAfterAFifthOfThePause() {
        rows.insert(TaskRow.of("noop"));
        Map<String, DueQueues.Due> walk = walk();
        giveBack();
        passes.expectAtHead(QUEUE);
        assertThat(passes.claim(walk)).isOne();
        assertThat(passes.claim()).isZero();

        ticker.now += PAUSE.toNanos();
        passes.expect(QUEUE);

        assertThat(passes.claim()).isOne();
    }

    @Test
    void aClaimAfterAWalkForgetsNoTasksFoundMeanwhile() {
        rows.insert(TaskRow.of("noop"));
        Map<String, DueQueues.Due> walk = walk();
        rows.insert(TaskRow.of("noop").priority(-1), FLOOD);
        ticker.now += PAUSE.multipliedBy(5).toNanos();
        passes.expect(QUEUE);
        passesLeft = 1;
        passes.claim();
        assertThat(passes.mayHaveMore()).isTrue();
        awaitIdle();

        passesLeft = 1;
        assertThat(passes.claim(walk)).isZero();

        assertThat(passes.mayHaveMore()).isTrue();
    }

    @Test
    void aClaimDuringAWalkForgetsNoTaskGivenBack() {
        rows.insert(TaskRow.of("noop"));
        Map<String, DueQueues.Due> walk = walk();
        giveBack();
        passes.expectAtHead(QUEUE);
        assertThat(passes.claim()).isOne();
        assertThat(passes.claim(walk)).isZero();

        ticker.now += PAUSE.toNanos();
        passes.expect(QUEUE);

        assertThat(passes.claim()).isOne();
    }
}
