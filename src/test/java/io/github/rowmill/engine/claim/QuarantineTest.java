package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a task that crashed twice runs alone, and that only crashes after that can make it dead. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QuarantineTest extends EngineTest {

    private static final Set<String> TYPES = Set.of("noop", "probe");
    private static final Duration LEASE = Duration.ofSeconds(31);

    @Inject
    Claimant claimant;

    @Inject
    HandClaims claims;

    @Inject
    Verdicts verdicts;

    @Inject
    Claimer claimer;

    @Inject
    Recoverer recoverer;

    /** Claims the task and lets its lease end, as if its process had been killed. */
    private void crash(long id) {
        if (claims.claim("default", TYPES, 10).isEmpty()) {
            claims.claimQuarantined(Set.of("default"), TYPES);
        }
        mill.pass(id, LEASE);
        recoverer.recoverOnce();
    }

    @Test
    void aPoisonPillIsDeadAfterItsCrashesInQuarantineAreUsedUp() {
        long pill = queue.enqueue(NewTask.of("noop")).id();

        for (int crashes = 1; crashes <= 4; crashes++) {
            crash(pill);
            assertThat(rows.of(pill, "status || ' ' || crashes")).isEqualTo("queued " + crashes);
        }
        crash(pill);

        assertThat(rows.of(pill, "status || ' ' || crashes || ' ' || attempts")).isEqualTo("dead 5 5");
        assertThat(rows.number("select count(*) from rowmill_attempt where task = " + pill))
                .isEqualTo(5);
        assertThat(rows.of(pill, "error")).contains("lease").contains("expired");
    }

    @Test
    void aSnoozeResetsTheNumberOfCrashes() {
        long watch = queue.enqueue(NewTask.of("probe", probes.behave(task -> Outcome.snooze(Duration.ofHours(1)))))
                .id();
        crash(watch);
        crash(watch);

        mill.runOnce();

        assertThat(rows.of(watch, "status || ' ' || crashes || ' ' || attempts"))
                .isEqualTo("queued 0 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"noop", "probe"})
    void aFailureOrAReleaseKeepsTheNumberOfCrashes(String type) {
        long task = queue.enqueue(NewTask.of(type)).id();
        crash(task);
        Claimed claimed = claims.claim("default", TYPES, 1).get(0);

        verdicts.writeAll(
                claimant,
                List.of(
                        type.equals("noop")
                                ? new Verdict.Released(claimed.lease())
                                : new Verdict.Retried(claimed.lease(), Duration.ZERO, "failed", null)));

        assertThat(rows.of(task, "status || ' ' || crashes")).isEqualTo("queued 1");
    }

    @Test
    void aPoisonPillThatSnoozesIsDeadAfterItsAttempts() {
        long pill = queue.enqueue(NewTask.of("probe", probes.behave(task -> Outcome.snooze(Duration.ZERO)))
                        .maxAttempts(6))
                .id();

        for (int kills = 1; kills <= 6; kills++) {
            mill.runOnce();
            crash(pill);
        }

        assertThat(rows.of(pill, "status || ' ' || attempts")).isEqualTo("dead 6");
    }

    @Test
    void neighboursOfAPoisonPillInQuarantineAreNotClaimedWithIt() {
        long pill = queue.enqueue(NewTask.of("noop")).id();
        crash(pill);
        crash(pill);
        long neighbour = queue.enqueue(NewTask.of("noop")).id();

        assertThat(claims.claim("default", TYPES, 10)).extracting("id").containsExactly(neighbour);
        assertThat(claims.claimQuarantined(Set.of("default"), TYPES))
                .extracting("id")
                .containsExactly(pill);
    }

    @Test
    void aNodeThatHoldsAQuarantinedTaskClaimsNoOtherTask() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch release = new CountDownLatch(1);
        long suspect = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    order.add("suspect begins");
                    release.await();
                    order.add("suspect ends");
                    return null;
                })))
                .id();
        rows.execute("update rowmill_task set crashes = 2 where id = " + suspect);
        queue.enqueue(NewTask.of("probe", probes.behave(task -> order.add("neighbour"))));

        int alone = claimer.claimOnce();
        int beside = claimer.claimOnce();
        release.countDown();
        mill.drain();

        assertThat(alone).isEqualTo(1);
        assertThat(beside).isZero();
        assertThat(order).containsExactly("suspect begins", "suspect ends", "neighbour");
        assertThat(rows.of(suspect, "status")).isEqualTo("completed");
    }

    @Test
    void aBusyNodeStopsClaimingToMakeRoomForAQuarantinedTask() {
        CountDownLatch release = new CountDownLatch(1);
        queue.enqueue(NewTask.of("probe", probes.behave(task -> {
            release.await();
            return null;
        })));
        claimer.claimOnce();
        long suspect = queue.enqueue(NewTask.of("noop")).id();
        rows.execute("update rowmill_task set crashes = 2 where id = " + suspect);
        long other = queue.enqueue(NewTask.of("noop")).id();

        int whileBusy = claimer.claimOnce();
        release.countDown();
        mill.drain();

        assertThat(whileBusy).isZero();
        assertThat(rows.of(suspect, "status")).isEqualTo("completed");
        assertThat(rows.of(other, "status")).isEqualTo("completed");
        assertThat(rows.number(
                        "select count(*) from rowmill_task a, rowmill_task b where a.id = %d and b.id = %d and a.started <= b.started"
                                .formatted(suspect, other)))
                .isEqualTo(1);
    }
}
