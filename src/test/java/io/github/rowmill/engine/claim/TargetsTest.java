package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.claim.Target.Basis;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests where claims begin. A ticker decides how long a look takes. */
@QuarkusTest
@TestProfile(ByHand.class)
class TargetsTest extends EngineTest {

    private static final String QUEUE = "default";
    private static final int ALL = 100;

    @Inject
    DueQueues due;

    @Inject
    Claimant claimant;

    @Inject
    HandClaims claims;

    private final LookTicker ticker = new LookTicker();
    private Targets targets;

    @BeforeEach
    void begin() {
        targets = new Targets(due, claimant, ticker);
    }

    @Test
    void claimAfterALookBeginsAtTheFirstTaskThatItShowed() {
        rows.insert(TaskRow.of("noop").runAt("now() - g * interval '1 s'"), 3);

        Target look = targets.next(QUEUE, null);

        assertThat(look.basis()).isEqualTo(Basis.LOOK);
        assertThat(look.plan().since()).isNotNull();
        assertThat(claim(look, ALL)).hasSize(3);
    }

    @Test
    void claimAfterAWalkOverAllQueuesBeginsAtItsFirstTask() {
        rows.insert(TaskRow.of("noop").runAt("now() - g * interval '1 s'"), 3);

        Target shown = targets.next(QUEUE, walk());

        assertThat(shown.basis()).isEqualTo(Basis.SHOWN);
        assertThat(shown.plan().since()).isNotNull();
        assertThat(claim(shown, ALL)).hasSize(3);
    }

    @Test
    void tasksWithAVeryOldDueTimeAreClaimed() {
        rows.insertAll(TaskRow.of("noop").runAt("'0001-01-01 00:00:00+00'"), TaskRow.of("noop"));

        assertThat(claim(targets.next(QUEUE, null), ALL)).hasSize(2);
    }

    @Test
    void claimLooksAgainAfterAFastLook() {
        rows.insert(TaskRow.of("noop"));
        claim(targets.next(QUEUE, null), ALL);

        assertThat(targets.next(QUEUE, null).basis()).isEqualTo(Basis.LOOK);
    }

    @Test
    void claimBehindASlowHeadNeedsNoLook() {
        claimWithSlowLook();
        rows.insertAll(TaskRow.of("noop"), TaskRow.of("noop"));

        Target behind = targets.next(QUEUE, null);

        assertThat(behind.basis()).isEqualTo(Basis.CURSOR);
        assertThat(claim(behind, ALL)).hasSize(2);
        assertThat(targets.untilLook(behind)).isPositive();
    }

    @Test
    void taskThatIsCommittedALittleLateIsClaimedBehindASlowHead() {
        claimWithSlowLook();
        rows.insert(TaskRow.of("noop").runAt(latest() + " - interval '0.9 s'"));

        assertThat(claim(targets.next(QUEUE, null), ALL)).hasSize(1);
    }

    @Test
    void otherTasksAreClaimedWhenThePauseOfASlowHeadIsOver() {
        claimWithSlowLook();
        rows.insertAll(
                TaskRow.of("noop").runAt(latest() + " - interval '1 h'"),
                TaskRow.of("noop").priority(-1),
                TaskRow.of("probe"));
        Target behind = targets.next(QUEUE, null);
        assertThat(claim(behind, ALL)).isEmpty();

        ticker.now += targets.untilLook(behind).toNanos();

        assertThat(targets.untilLook(behind)).isZero();
        assertThat(claim(targets.lookAfter(behind), ALL)).hasSize(3);
    }

    @Test
    void aTaskThatIsGivenBackIsClaimedAfterTwiceASlowLook() {
        claimWithSlowLook();
        rows.insert(TaskRow.of("noop").runAt(latest() + " - interval '1 h'"));
        Target behind = targets.next(QUEUE, null);
        assertThat(claim(behind, ALL)).isEmpty();
        long whole = targets.untilLook(behind).toNanos();

        targets.expectAtHead(QUEUE);

        ticker.now += targets.untilLook(behind).toNanos();
        assertThat(targets.untilLook(behind)).isZero();
        assertThat(ticker.now).isLessThan(whole);
        assertThat(claim(targets.lookAfter(behind), ALL)).hasSize(1);
    }

    @Test
    void walkOverAllQueuesIsUsedAtOnce() {
        claimWithSlowLook();
        rows.insert(TaskRow.of("noop").priority(-1).runAt(latest() + " - interval '1 h'"));

        assertThat(claim(targets.next(QUEUE, walk()), ALL)).hasSize(1);
    }

    @Test
    void allKnownGroupsAreClaimedFromBehindASlowHead() {
        rows.insertAll(TaskRow.of("noop").priority(3), TaskRow.of("probe").priority(5));
        claimSlowly();
        rows.insertAll(TaskRow.of("noop").priority(3), TaskRow.of("probe").priority(5));

        assertThat(claim(targets.next(QUEUE, null), ALL))
                .extracting(Claimed::type)
                .containsExactly("noop", "probe");
    }

    @Test
    void theHeadIsLookedAtAgainAtTheEndOfAFlood() {
        rows.insertAll(
                TaskRow.of("noop").priority(3),
                TaskRow.of("probe").priority(5),
                TaskRow.of("probe").priority(5));
        ticker.step = Duration.ofMillis(30).toNanos();
        Target look = targets.next(QUEUE, null);
        claim(look, 2);
        ticker.step = 0;

        Target behind = targets.next(QUEUE, null);
        claim(behind, ALL);

        assertThat(behind.basis()).isEqualTo(Basis.CURSOR);
        assertThat(targets.untilLook(behind)).isZero();
    }

    /** Inserts a task, and claims it after a slow look. */
    private void claimWithSlowLook() {
        rows.insert(TaskRow.of("noop"));
        claimSlowly();
    }

    private void claimSlowly() {
        ticker.step = Duration.ofMillis(30).toNanos();
        claim(targets.next(QUEUE, null), ALL);
        ticker.step = 0;
    }

    private static String latest() {
        return "(select max(run_at) from rowmill_task)";
    }

    private DueQueues.Due walk() {
        return due.queues(due.walk(claimant.types(), () -> {})).due().get(QUEUE);
    }

    private List<Claimed> claim(Target target, int most) {
        Claims.Taken taken = claims.claim(target.plan(), new ClaimLimits(most, most, most, Long.MAX_VALUE));
        targets.moveCursor(target, taken);
        return taken.tasks();
    }
}
