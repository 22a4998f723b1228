package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.Suspects;
import io.github.rowmill.node.SettableTicker;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a busy node clears its hand for a suspect, and which of the busy nodes does. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QuarantineClockTest {

    private static final Set<String> QUEUES = Set.of("default");
    private static final Duration LONG_ENOUGH = Quarantine.REST.multipliedBy(2);

    @Inject
    QueueClaim claim;

    @Inject
    WorkerPool pool;

    @Inject
    Suspects suspects;

    @Inject
    Claimer claimer;

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    private final SettableTicker ticker = new SettableTicker();
    private final CountDownLatch release = new CountDownLatch(1);
    private Quarantine quarantine;

    @BeforeEach
    void takeALongOneInHandAndLeaveASuspectWaiting() {
        rows.clear();
        quarantine = new Quarantine(claim, pool, suspects, ticker);
        queue.enqueue(NewTask.of("probe", probes.behave(task -> release.await(30, TimeUnit.SECONDS))));
        claimer.claimOnce();
        queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1)));
        rows.execute("update rowmill_task set crashes = 2, run_at = now() where type = 'noop'");
    }

    @AfterEach
    void release() {
        release.countDown();
        await().atMost(Duration.ofSeconds(30)).until(() -> pool.size() == 0 && pool.running() == 0);
    }

    @Test
    void afterThreeTriesInVainTheNodeKeepsClearingUntilItIsAloneWithTheSuspect() {
        tryInVain();
        tryInVain();

        startTry();
        ticker.pass(Quarantine.MAX_CLEARING.plusMillis(1));
        quarantine.claimFrom(QUEUES, true);
        ticker.pass(Duration.ofMinutes(10));
        boolean whileBusy = quarantine.claimFrom(QUEUES, true);

        assertThat(quarantine.isClearing()).isTrue();
        assertThat(whileBusy).isFalse();
        release();
        assertThat(quarantine.claimFrom(QUEUES, true)).isTrue();
        assertThat(quarantine.isClearing()).isFalse();
    }

    @Test
    void ofManyBusyNodesOnlyTheFirstKeepsClearing() {
        rows.execute("""
                insert into rowmill_task (type, status, operator_id, expiry)
                select 'noop', 'executing', 'sister-' || n, now() + interval '1 hour' from generate_series(1, 1000) n
                """);

        tryInVain();
        tryInVain();
        tryInVain();

        assertThat(quarantine.isClearing()).isFalse();
        assertThat(suspects.isThisNodeFirst(Set.of("another queue"))).isTrue();
    }

    @Test
    void aSuspectThatIsGoneEndsTheClearing() {
        startTry();

        quarantine.claimFrom(Set.of(), true);

        assertThat(quarantine.isClearing()).isFalse();
    }

    @Test
    void suspectsThatFollowEachOtherLeaveTimeForOthersThatWait() {
        release();
        rows.execute("""
                insert into rowmill_task (type, crashes) select 'noop', 2 from generate_series(1, 3)
                """);

        boolean first = claimAlone(true);
        ticker.pass(Quarantine.STINT.plusMillis(1));
        boolean afterALongStint = claimAlone(true);
        ticker.pass(Quarantine.STINT.plusMillis(1));
        boolean afterTheBreak = claimAlone(true);

        assertThat(first).isTrue();
        assertThat(afterALongStint).isFalse();
        assertThat(afterTheBreak).isTrue();
    }

    @Test
    void suspectsThatFollowEachOtherTakeNoBreakWhileNothingElseWaits() {
        release();
        rows.execute("""
                insert into rowmill_task (type, crashes) select 'noop', 2 from generate_series(1, 3)
                """);

        boolean first = claimAlone(false);
        ticker.pass(Quarantine.STINT.plusMillis(1));
        boolean afterALongStint = claimAlone(false);

        assertThat(first).isTrue();
        assertThat(afterALongStint).isTrue();
    }

    private boolean claimAlone(boolean othersWait) {
        boolean claimed = quarantine.claimFrom(QUEUES, othersWait);
        await().atMost(Duration.ofSeconds(10)).until(() -> pool.size() == 0 && pool.running() == 0);
        return claimed;
    }

    private void tryInVain() {
        startTry();
        ticker.pass(Quarantine.MAX_CLEARING.plusMillis(1));
        quarantine.claimFrom(QUEUES, true);
        assertThat(quarantine.isClearing()).isFalse();
        ticker.pass(LONG_ENOUGH);
    }

    private void startTry() {
        quarantine.claimFrom(QUEUES, true);
        assertThat(quarantine.isClearing()).isTrue();
    }
}
