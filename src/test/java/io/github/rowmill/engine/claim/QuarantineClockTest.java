package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.QuarantinedTasks;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how long a busy node clears for a suspect, and which of the busy nodes does so. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QuarantineClockTest {

    private static final Set<String> QUEUES = Set.of("default");
    private static final Duration LONG_ENOUGH = Quarantine.REST.multipliedBy(2);

    @Inject
    Claimant claimant;

    @Inject
    QueueClaim claim;

    @Inject
    WorkerPool pool;

    @Inject
    QuarantinedTasks suspects;

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
        quarantine = new Quarantine(claim, pool, suspects, claimant, ticker);
        queue.enqueue(NewTask.of("probe", probes.behave(task -> release.await(30, TimeUnit.SECONDS)))
                .key("a"));
        claimer.claimOnce();
        queue.enqueue(NewTask.of("noop").key("b").delay(Duration.ofHours(1)));
        rows.execute("update rowmill_task set crashes = 2, run_at = now() where type = 'noop'");
    }

    @AfterEach
    void release() {
        release.countDown();
        await().atMost(Duration.ofSeconds(30)).until(() -> pool.size() == 0 && pool.running() == 0);
        rows.execute("delete from rowmill_queue");
    }

    /** This node does not hold the tasks that block the suspect. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "concurrency = 1",
                "rate = 1, rate_period = interval '1 h'",
                "per_key = 1",
                "ordered = true",
                "key_rate = 1, key_rate_period = interval '1 h'"
            })
    void aNodeMakesNoRoomForASuspectThatItsRulesRefuse(String rule) {
        rows.execute("update rowmill_task set queue = 'ruled' where crashes = 2");
        ruled("ruled", rule);

        quarantine.claimFrom(Set.of("ruled"), true);

        assertThat(quarantine.isClearing()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"per_key = 1", "ordered = true", "key_rate = 1, key_rate_period = interval '1 h'"})
    void aNodeMakesNoRoomForASuspectWhoseKeyIsFull(String rule) {
        ruled("default", rule);

        quarantine.claimFrom(QUEUES, true);

        assertThat(quarantine.isClearing()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"b, concurrency = 1", "a, per_key = 1", "a, ordered = true"})
    void aNodeMakesRoomForASuspectThatItsOwnTasksBlock(String key, String rule) {
        rows.execute("update rowmill_task set key = '%s' where crashes = 2".formatted(key));
        rules("default", rule);

        startTry();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rate = 60, rate_period = interval '5 min'", "key_rate = 60, key_rate_period = interval '5 min'"
            })
    void aNodeMakesRoomForASuspectThatItsRateAdmitsSoon(String rule) {
        rules("default", rule);
        owes("default", "5 s");

        startTry();
    }

    @Test
    void aNodeStopsClearingWhenRulesRefuseTheSuspect() {
        tryInVain();
        tryInVain();
        startTry();
        ticker.pass(Quarantine.MAX_CLEARING.plusMillis(1));
        quarantine.claimFrom(QUEUES, true);
        ruled("default", "per_key = 1");
        ticker.pass(Quarantine.MAX_CLEARING.plusMillis(1));

        quarantine.claimFrom(QUEUES, true);

        assertThat(quarantine.isClearing()).isFalse();
    }

    private void rules(String name, String assignments) {
        rows.execute(
                "insert into rowmill_queue (name) values ('%1$s'); update rowmill_queue set %2$s where name = '%1$s'"
                        .formatted(name, assignments));
    }

    /** Sets rules, lets another node hold a task of the suspect's key, and uses up the rate of the key. */
    private void ruled(String name, String assignments) {
        rules(name, assignments);
        rows.insert(
                TaskRow.of("noop").queue(name).key("b").started("now()").executing("sister", "now() + interval '1 h'"));
        owes(name, "1 h");
    }

    /** Uses up the rate of the queue and of the suspect's key for {@code time}. */
    private void owes(String name, String time) {
        rows.execute("""
                update rowmill_queue set paid_until = now() + interval '%2$s' where name = '%1$s';
                insert into rowmill_lane (queue, key, paid_until) values ('%1$s', 'b', now() + interval '%2$s')
                """.formatted(name, time));
    }

    @Test
    void afterThreeFailedTriesANodeClearsUntilTheSuspectRuns() {
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
    void onlyTheFirstOfManyBusyNodesKeepsClearing() {
        rows.insert(
                TaskRow.of("noop")
                        .executing("another", "now() + interval '1 hour'")
                        .set("operator_id", "'sister-' || g"),
                1000);

        tryInVain();
        tryInVain();
        tryInVain();

        assertThat(quarantine.isClearing()).isFalse();
        assertThat(suspects.isFirst(claimant, Set.of("another queue"))).isTrue();
    }

    /** Nodes of another application never make room for the suspect. */
    @Test
    void busyNodesOfAnotherApplicationDoNotCount() {
        rows.insert(
                TaskRow.of("of-another-application")
                        .executing("another", "now() + interval '1 hour'")
                        .set("operator_id", "'sister-' || g"),
                1000);

        tryInVain();
        tryInVain();
        startTry();
        ticker.pass(Quarantine.MAX_CLEARING.plusMillis(1));
        quarantine.claimFrom(QUEUES, true);

        assertThat(quarantine.isClearing()).isTrue();
    }

    @Test
    void theClearingEndsWhenNoSuspectIsLeft() {
        startTry();

        quarantine.claimFrom(Set.of(), true);

        assertThat(quarantine.isClearing()).isFalse();
    }

    @Test
    void aSeriesOfSuspectsPausesIfOtherTasksAreDue() {
        release();
        rows.insert(TaskRow.of("noop").crashes(2), 3);

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
    void aSeriesOfSuspectsDoesNotPauseIfNoOtherTaskIsDue() {
        release();
        rows.insert(TaskRow.of("noop").crashes(2), 3);

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
