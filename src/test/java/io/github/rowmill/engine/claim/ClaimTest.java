package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.KeptPlan;
import io.github.rowmill.engine.Statements;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.ClaimStatements;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.claim.Plan;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(ByHand.class)
class ClaimTest extends EngineTest {

    private static final Set<String> TYPES = Set.of("noop");

    @Inject
    HandClaims claims;

    @Inject
    Claimer claimer;

    @Test
    void aClaimLocksDueRowsInOneStatement() {
        queue.enqueue(NewTask.of("noop"));
        Statements.locking().clear();

        claims.claim("default", TYPES, 10);

        assertThat(Statements.locking()).containsExactly(ClaimStatements.LOCK);
    }

    @Test
    void aClaimAfterAPositionUsesTheStatementWithAPosition() {
        queue.enqueue(List.of(NewTask.of("noop"), NewTask.of("noop")));
        Claimed first = claims.claim("default", TYPES, 1).get(0);
        Statements.locking().clear();

        claims.claimAfter(first.position(), "default", TYPES, 10);

        assertThat(Statements.locking()).containsExactly(ClaimStatements.LOCK_AFTER);
    }

    /** A connection keeps the plan that it made for an empty table when a flood comes in. */
    @ParameterizedTest
    @CsvSource({"off, Tid Scan", "on, Seq Scan"})
    void aClaimFindsRowsByTidOnlyIfScansAreSwitchedOff(String scans, String plan) throws SQLException {
        assertThat(ClaimStatements.LOCK).contains("set_config('enable_seqscan','off',true)");

        assertThat(keptPlan(ClaimStatements.TAKE, "text, float8, text[]", "'o', 30, '{\"(0,1)\"}'", scans))
                .contains(plan);
    }

    private String keptPlan(String claim, String types, String parameters, String scans) throws SQLException {
        try (Connection connection = rows.connect()) {
            return KeptPlan.of(connection, claim, types, parameters, scans);
        }
    }

    @Test
    void aClaimTakesTasksByPriorityThenDueTimeThenId() {
        rows.insertAll(
                TaskRow.of("noop").priority(1).runAt("now() - interval '9 s'").source("4th"),
                TaskRow.of("noop").priority(0).runAt("now() - interval '2 s'").source("3rd"),
                TaskRow.of("noop").priority(-1).runAt("now()").source("1st"),
                TaskRow.of("noop").priority(0).runAt("now() - interval '5 s'").source("2nd"),
                TaskRow.of("noop").priority(1).runAt("now() - interval '9 s'").source("5th"));

        List<Claimed> claimed = claims.claim("default", TYPES, 10);

        assertThat(claimed.stream().map(task -> rows.of(task.id(), "source")))
                .containsExactly("1st", "2nd", "3rd", "4th", "5th");
    }

    @Test
    void manyTypesAndPrioritiesDoNotChangeTheOrderOfClaims() {
        rows.insert(
                TaskRow.of("noop")
                        .set("type", "(array['noop', 'probe', 'probe-tx'])[1 + g * 7 % 3]")
                        .set("priority", "g * 11 % 4")
                        .runAt("now() - g * 37 % 50 * interval '1 s'"),
                100);
        String expected = rows.text("select string_agg(id::text, ' ' order by priority, run_at, id) from rowmill_task");

        List<String> claimed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            claims.claim("default", Set.of("noop", "probe", "probe-tx"), 7)
                    .forEach(task -> claimed.add(Long.toString(task.id())));
        }

        assertThat(String.join(" ", claimed)).isEqualTo(expected);
    }

    @Test
    void aClaimTakesNoMoreBytesThanItIsAllowedButOneTaskAtLeast() {
        rows.insert(
                TaskRow.of("noop")
                        .set("details", "jsonb_build_object('text', repeat('x', 10000))")
                        .runAt("now() - g * interval '1 s'"),
                5);
        Plan plan = new Plan("default", List.of(new Group("noop", 0)));

        Claims.Taken first = claims.claim(plan, new ClaimLimits(10, 10, 10, 1));
        Claims.Taken second = claims.claim(plan, new ClaimLimits(10, 10, 10, 25_000));
        Claims.Taken rest = claims.claim(plan, new ClaimLimits(10, 10, 10, 1_000_000));

        assertThat(first.tasks()).hasSize(1);
        assertThat(second.tasks()).hasSize(2);
        assertThat(rest.tasks()).hasSize(2);
        assertThat(List.of(first.full(), second.full(), rest.full())).containsExactly(true, true, false);
    }

    @Test
    void aClaimStopsAtTheLimitOfTasksThatCrashedOnce() {
        rows.execute("""
                insert into rowmill_task (type, priority, crashes, run_at)
                select 'noop', 0, g % 2, now() - g * interval '1 s' from generate_series(1, 20) g
                 union all
                select 'noop', 1, 0, now() - interval '1 h'
                """);
        Plan plan =
                new Plan("default", List.of(new Group("noop", 0, 0), new Group("noop", 0, 1), new Group("noop", 1, 0)));

        Claims.Taken some = claims.claim(plan, new ClaimLimits(100, 100, 3, 1_000_000));
        Claims.Taken none = claims.claim(plan, new ClaimLimits(100, 100, 0, 1_000_000));
        Claims.Taken rest = claims.claim(plan, new ClaimLimits(100, 100, 100, 1_000_000));

        assertThat(some.tasks()).hasSize(7).isSortedAccordingTo(Comparator.comparing(Claimed::position));
        assertThat(some.tasks().stream().filter(task -> task.crashes() == 1)).hasSize(3);
        assertThat(none.tasks()).isEmpty();
        assertThat(rest.tasks()).hasSize(14);
        assertThat(List.of(some.full(), none.full(), rest.full())).containsExactly(true, true, false);
    }

    @Test
    void aClaimTakesTheOldestCrashedTasksOfTwoTypes() {
        rows.execute("""
                insert into rowmill_task (type, crashes, run_at)
                select t.type, 1, now() - t.age * interval '1 s'
                  from (values ('noop', 4), ('probe', 3), ('noop', 2), ('probe', 1)) t(type, age)
                """);
        Plan plan = new Plan("default", List.of(new Group("noop", 0, 1), new Group("probe", 0, 1)));

        Claims.Taken first = claims.claim(plan, new ClaimLimits(100, 100, 2, 1_000_000));

        assertThat(first.tasks()).extracting(Claimed::type).containsExactly("noop", "probe");
    }

    @Test
    void otherTypesReplaceScarceTasksBeyondTheirLimit() {
        rows.execute("""
                insert into rowmill_task (type, priority, run_at)
                select t.type, t.priority, now() - t.age * interval '1 s'
                  from (values ('noop', 0, 9), ('probe-tx', 0, 8), ('probe', 0, 7), ('noop', 0, 6), ('probe', 0, 5), ('probe-tx', 0, 4),
                               ('probe', 1, 3), ('noop', 1, 2), ('probe', 2, 1)) t(type, priority, age)
                """);
        List<Group> groups = List.of(
                new Group("noop", 0),
                new Group("probe-tx", 0),
                new Group("probe", 0),
                new Group("probe", 1),
                new Group("noop", 1),
                new Group("probe", 2));
        ClaimLimits.Scarce scarce = new ClaimLimits.Scarce(Set.of("noop", "probe-tx"), 3);

        Claims.Taken some = claims.claim(new Plan("default", groups), new ClaimLimits(6, 6, 6, 1_000_000, scarce));
        Claims.Taken rest = claims.claim(new Plan("default", groups), new ClaimLimits(6, 6, 6, 1_000_000));

        assertThat(some.tasks())
                .extracting(Claimed::type)
                .containsExactly("noop", "probe-tx", "probe", "noop", "probe", "probe");
        assertThat(List.of(some.passedOver(), rest.passedOver())).containsExactly(true, false);
        assertThat(rest.tasks()).extracting(Claimed::type).containsExactly("probe-tx", "noop", "probe");
    }

    @Test
    void allTasksOfAQueueWithManyPrioritiesRun() {
        rows.insert(TaskRow.of("noop").set("priority", "g"), 120);

        assertThat(mill.drain()).isEqualTo(120);
    }

    @Test
    void aClaimContinuesBehindAPositionInTheSameOrder() {
        rows.insertAll(
                TaskRow.of("noop").priority(0).runAt("now() - interval '3 s'").source("a"),
                TaskRow.of("noop").priority(0).runAt("now() - interval '3 s'").source("b"),
                TaskRow.of("noop").priority(0).runAt("now() - interval '2 s'").source("c"),
                TaskRow.of("noop").priority(1).runAt("now() - interval '9 s'").source("d"),
                TaskRow.of("noop").priority(1).runAt("now() + interval '1 h'").source("later"));
        Claimed first = claims.claim("default", TYPES, 1).get(0);
        assertThat(rows.of(first.id(), "source")).isEqualTo("a");
        queue.enqueue(NewTask.of("noop").priority(-1));

        List<Claimed> further = claims.claimAfter(first.position(), "default", TYPES, 10);

        assertThat(further.stream().map(task -> rows.of(task.id(), "source"))).containsExactly("b", "c", "d");
    }

    @Test
    void aClaimCountsTheAttemptRaisesTheVersionAndSetsTheLease() {
        long id = queue.enqueue(NewTask.of("noop")).id();

        Claimed claimed = claims.claim("default", TYPES, 1).get(0);

        assertThat(claimed.lease().version()).isEqualTo(1);
        assertThat(claimed.attempt()).isEqualTo(1);
        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || version")).isEqualTo("executing 1 1");
        assertThat(rows.of(id, "expiry - clock_timestamp() between interval '25 s' and interval '30 s'"))
                .isEqualTo("t");
    }

    @Test
    void aClaimLeavesLaterTasksOtherQueuesAndUnknownTypes() {
        queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1)));
        queue.enqueue(NewTask.of("noop").queue("other"));
        queue.enqueue(NewTask.of("nobody-handles-this"));

        assertThat(claims.claim("default", TYPES, 10)).isEmpty();
    }

    @Test
    void aTaskWithoutAHandlerIsNotClaimedAndKeepsItsAttempts() {
        long id = queue.enqueue(NewTask.of("nobody-handles-this")).id();

        mill.drain();

        assertThat(rows.of(id, "status || attempts || version")).isEqualTo("queued00");
    }

    @Test
    void concurrentClaimsTakeEachTaskOnce() throws Exception {
        queue.enqueue(IntStream.range(0, 200).mapToObj(i -> NewTask.of("noop")).toList());
        CyclicBarrier together = new CyclicBarrier(4);
        Callable<List<Long>> claimAll = () -> {
            List<Long> mine = new ArrayList<>();
            together.await();
            List<Claimed> some;
            do {
                some = claims.claim("default", TYPES, 7);
                some.forEach(task -> mine.add(task.id()));
            } while (!some.isEmpty());
            return mine;
        };

        List<Long> all = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (var future : threads.invokeAll(List.of(claimAll, claimAll, claimAll, claimAll))) {
            all.addAll(future.get());
        }
        threads.shutdown();

        assertThat(all).hasSize(200).doesNotHaveDuplicates();
    }

    @Test
    void aClaimPassesOverARowThatAnotherTransactionHolds() throws Exception {
        long held = queue.enqueue(NewTask.of("noop")).id();
        long free = queue.enqueue(NewTask.of("noop")).id();
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select 1 from rowmill_task where id = " + held + " for update");

            List<Claimed> claimed = claims.claim("default", TYPES, 10);

            other.rollback();
            assertThat(claimed).extracting(Claimed::id).containsExactly(free);
        }
    }

    @Test
    void aNodeHoldsNoMoreTasksThanItHasRoomFor() throws Exception {
        List<Long> started = new CopyOnWriteArrayList<>();
        java.util.concurrent.CountDownLatch release = new java.util.concurrent.CountDownLatch(1);
        var payload = probes.behave(task -> {
            started.add(task.id());
            release.await();
            return null;
        });
        queue.enqueue(IntStream.range(0, 20)
                .mapToObj(i -> NewTask.of("probe-bean", payload).queue("slow"))
                .toList());

        int claimed = claimer.claimOnce();
        int again = claimer.claimOnce();
        long executing = rows.number("select count(*) from rowmill_task where status = 'executing'");
        release.countDown();
        mill.drain();

        assertThat(claimed).isEqualTo(4);
        assertThat(again).isZero();
        assertThat(executing).isEqualTo(4);
        assertThat(started).hasSize(20);
    }
}
