package io.github.rowmill.engine.store;

import static io.github.rowmill.task.ClaimedTasks.claimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.engine.sweep.Trimmer;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the locking rules of the design. A statement on many rows skips a row that another transaction has locked. A
 * statement on a single row waits for it.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(30)
class LockingTest extends EngineTest {

    @Inject
    Claimant claimant;

    @Inject
    HandClaims claims;

    @Inject
    Completions completions;

    @Inject
    Verdicts verdicts;

    @Inject
    Leases leases;

    @Inject
    Recoverer recoverer;

    @Inject
    Trimmer trimmer;

    private Lease held;
    private Lease free;

    @BeforeEach
    void claimTwo() {
        queue.enqueue(List.of(NewTask.of("noop"), NewTask.of("noop")));
        List<Claimed> claimed = claims.claim("default", Set.of("noop"), 2);
        held = claimed.get(0).lease();
        free = claimed.get(1).lease();
    }

    @Test
    void batchedCompletionsSkipALockedRow() throws SQLException {
        try (Connection other = hold()) {
            assertThat(completions
                            .completeAll(claimant, Successes.of(List.of(held, free)))
                            .leases())
                    .containsExactly(free);
            other.rollback();
        }
        assertThat(completions
                        .completeAll(claimant, Successes.of(List.of(held)))
                        .leases())
                .containsExactly(held);
    }

    @Test
    void batchedVerdictsSkipALockedRow() throws SQLException {
        try (Connection other = hold()) {
            assertThat(verdicts.writeAll(claimant, List.of(new Verdict.Released(held), new Verdict.Released(free)))
                            .leases())
                    .containsExactly(free);
            other.rollback();
        }
    }

    @Test
    void aBatchDropsAStaleVerdictAndWritesItsSuccessor() {
        mill.pass(held.id(), Duration.ofHours(1));
        recoverer.recoverOnce();
        Lease successor = claims.claim("default", Set.of("noop"), 1).get(0).lease();

        Set<Lease> written = verdicts.writeAll(
                        claimant,
                        List.of(new Verdict.Dead(held, "stale", null), new Verdict.Snoozed(successor, Duration.ZERO)))
                .leases();

        assertThat(written).containsExactly(successor);
        assertThat(rows.of(held.id(), "status || ' ' || coalesce(error, '')"))
                .startsWith("queued ")
                .doesNotContain("stale");
        assertThat(rows.number("select count(*) from rowmill_attempt where error = 'stale'"))
                .isZero();
    }

    @Test
    void renewalsSkipALockedRowAndDoNotLoseItsLease() throws SQLException {
        try (Connection other = hold()) {
            assertThat(leases.renew(claimant, List.of(held, free), why -> {})).containsExactly(free);
            assertThat(leases.read(claimant, List.of(claimed(held, "default", 1, 0))))
                    .isEqualTo(Map.of(held, Leases.State.HELD));
            other.rollback();
        }
    }

    @Test
    void recoverySkipsALockedRow() throws SQLException {
        mill.pass(held.id(), Duration.ofHours(1));
        mill.pass(free.id(), Duration.ofHours(1));
        try (Connection other = hold()) {
            assertThat(recoverer.recoverOnce()).isEqualTo(1);
            other.rollback();
        }
        assertThat(recoverer.recoverOnce()).isEqualTo(1);
    }

    @Test
    void trimmingSkipsALockedRow() throws SQLException {
        completions.completeAll(claimant, Successes.of(List.of(held, free)));
        mill.pass(held.id(), Duration.ofDays(8));
        mill.pass(free.id(), Duration.ofDays(8));
        try (Connection other = hold()) {
            assertThat(trimmer.trimOnce()).isEqualTo(1);
            other.rollback();
        }
        assertThat(trimmer.trimOnce()).isEqualTo(1);
    }

    @Test
    void aSingleVerdictWaitsForALockedRowAndIsThenFenced() throws Exception {
        CompletableFuture<Boolean> verdict;
        try (Connection other = hold()) {
            other.createStatement().execute("update rowmill_task set version = version + 1 where id = " + held.id());
            verdict = Side.begin(() -> completions
                    .completeIfHeld(claimant, Successes.of(held), () -> false)
                    .isWritten());
            Awaitility.await()
                    .until(() -> rows.number(
                                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%rowmill_task%'")
                            == 1);
            other.commit();
        }
        assertThat(verdict.get(10, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aVerdictIsWrittenWhenItsLockedRowIsFree() throws Exception {
        rows.clear();
        AtomicReference<Connection> other = new AtomicReference<>();
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    other.set(hold(task.id()));
                    return null;
                })))
                .id();
        CompletableFuture<Integer> round = Side.begin(mill::runOnce);
        Awaitility.await().until(() -> other.get() != null);

        try (Connection holder = other.get()) {
            assertThat(rows.of(id, "status")).isEqualTo("executing");
            holder.rollback();
        }

        assertThat(round.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void timesOfAClaimDoNotDependOnTheSessionsTimeZone() throws SQLException {
        assertThat(java.util.TimeZone.getDefault().getID()).isEqualTo("America/St_Johns");
        assertThat(rows.of(free.id(), "expiry - clock_timestamp() between interval '25 s' and interval '30 s'"))
                .isEqualTo("t");
        assertThat(rows.of(free.id(), "abs(extract(epoch from started - clock_timestamp())) < 20"))
                .isEqualTo("t");
    }

    private Connection hold() throws SQLException {
        return hold(held.id());
    }

    private Connection hold(long id) throws SQLException {
        Connection other = rows.connect();
        other.setAutoCommit(false);
        other.createStatement().execute("select 1 from rowmill_task where id = " + id + " for update");
        return other;
    }
}
