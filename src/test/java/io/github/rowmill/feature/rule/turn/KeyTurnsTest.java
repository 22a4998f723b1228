package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.feature.rule.RuledTest;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of a queue take turns, each within its limits and in its order. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class KeyTurnsTest extends RuledTest {

    @Inject
    Claimer claimer;

    @Inject
    Queues queues;

    private long enqueue(String key) {
        return queue.enqueue(NewTask.of("noop").queue(QUEUE).key(key)).id();
    }

    private List<Long> enqueue(String key, int count) {
        return IntStream.range(0, count).mapToObj(i -> enqueue(key)).toList();
    }

    private static List<Long> ids(List<Claimed> tasks) {
        return tasks.stream().map(Claimed::id).toList();
    }

    private static Map<String, Long> byKey(List<Claimed> tasks) {
        return tasks.stream().collect(Collectors.groupingBy(task -> String.valueOf(task.key()), Collectors.counting()));
    }

    private void complete(List<Claimed> tasks) {
        tasks.forEach(task -> end(task, Outcome.succeeded()));
    }

    private String status(long id) {
        return rows.of(id, "status");
    }

    private long lanes() {
        return rows.number("select count(*) from rowmill_lane");
    }

    /** As if so much time had passed, and nobody had been told of anything. */
    private void lookAgain() {
        rows.execute("update rowmill_lane set look_at = now()");
    }

    @Test
    void ofEachKeyNoMoreExecuteThanItsLimit() {
        rules("per_key = 2");
        List<Long> a = enqueue("a", 4);
        List<Long> b = enqueue("b", 1);

        assertThat(byKey(claim(10))).isEqualTo(Map.of("a", 2L, "b", 1L));
        assertThat(claim(10)).isEmpty();
        assertThat(status(a.get(2))).isEqualTo("waiting");
        assertThat(status(b.get(0))).isEqualTo("executing");
    }

    @Test
    void theEndOfATaskLetsTheNextOfItsKeyGo() {
        rules("per_key = 1");
        List<Long> a = enqueue("a", 3);
        List<Claimed> first = claim(10);

        complete(first);
        List<Claimed> second = claim(10);

        assertThat(ids(first)).containsExactly(a.get(0));
        assertThat(ids(second)).containsExactly(a.get(1));
    }

    @Test
    void aKeyOfWhichNobodyWaitsHasNoLane() {
        rules("per_key = 1");
        enqueue("a", 2);
        complete(claim(10));
        assertThat(lanes()).isEqualTo(1);

        complete(claim(10));
        complete(claim(10));

        assertThat(lanes()).isZero();
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(2);
    }

    @Test
    void whoWaitsIsNotForgottenWhenTheNodeThatHeldItsTurnIsGone() {
        rules("per_key = 1");
        List<Long> a = enqueue("a", 2);
        long held = claim(10).get(0).id();
        rows.execute("update rowmill_task set expiry = now() where id = " + held);
        recoverer.recoverOnce();
        rows.execute("update rowmill_task set run_at = now() + interval '1 hour' where id = " + held);

        assertThat(rows.number("select count(*) from rowmill_lane where look_at <= now() + interval '31 s'"))
                .isEqualTo(1);
        lookAgain();

        assertThat(ids(claim(10))).containsExactly(a.get(1));
    }

    @Test
    void tasksWithoutAKeyHaveNoLimitOfTheirOwn() {
        rules("per_key = 1");
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(queue.enqueue(NewTask.of("noop").queue(QUEUE)).id());
        }
        enqueue("a", 3);

        assertThat(ids(claim(10))).hasSize(4).containsAll(others);
    }

    @Test
    void aKeyInAQueueWithoutRulesMeansNothing() {
        enqueue("a", 3);

        assertThat(claim(10)).hasSize(3);
    }

    @Test
    void inAnOrderedQueueATaskWaitsForTheEndOfTheOneBefore() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 3);

        List<Claimed> first = claim(10);
        assertThat(ids(first)).containsExactly(a.get(0));
        assertThat(claim(10)).isEmpty();

        end(first.get(0), Outcome.retry(new IllegalStateException("again"), Duration.ofHours(1)));
        lookAgain();
        assertThat(claim(10)).isEmpty();

        rows.execute("update rowmill_task set run_at = now() where id = " + a.get(0));
        List<Claimed> again = claim(10);
        assertThat(ids(again)).containsExactly(a.get(0));
        complete(again);
        assertThat(ids(claim(10))).containsExactly(a.get(1));
    }

    @Test
    void inAnOrderedQueueAReleasedOrRecoveredTaskIsNotPassed() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 2);
        end(claim(10).get(0), Outcome.snooze(Duration.ZERO));
        List<Claimed> again = claim(10);
        assertThat(ids(again)).containsExactly(a.get(0));

        rows.execute("update rowmill_task set expiry = now() where id = " + a.get(0));
        recoverer.recoverOnce();
        lookAgain();

        assertThat(ids(claim(10))).containsExactly(a.get(0));
    }

    @Test
    void inAnOrderedQueueATaskInQuarantineIsNotPassedAndIsTakenAlone() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 2);
        claim(10);
        rows.execute("update rowmill_task set expiry = now(), crashes = 1 where id = " + a.get(0));
        recoverer.recoverOnce();
        assertThat(rows.of(a.get(0), "crashes")).isEqualTo("2");
        lookAgain();

        assertThat(claim(10)).isEmpty();
        assertThat(ids(claims.claimQuarantined(Set.of(QUEUE), TYPES))).containsExactly(a.get(0));
    }

    @Test
    void inAnOrderedQueueATaskInQuarantineDoesNotPassOneThatIsSetAside() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 3);
        complete(claim(10));
        assertThat(status(a.get(1))).isEqualTo("waiting");
        rows.execute("update rowmill_task set status = 'queued', crashes = 2 where id = " + a.get(2));

        assertThat(ids(claims.claimQuarantined(Set.of(QUEUE), TYPES))).doesNotContain(a.get(2));
    }

    @Test
    void inAnOrderedQueueATaskIsNotPassedThatAClaimCannotSee() {
        rules("ordered = true");
        long ofAnotherType = queue.enqueue(
                        NewTask.of("of-another-node").queue(QUEUE).key("a"))
                .id();
        enqueue("a");
        long b = enqueue("b");

        assertThat(ids(claim(10))).containsExactly(b);
        assertThat(status(ofAnotherType)).isEqualTo("queued");
    }

    @Test
    void ofSeveralThatHadBegunBeforeThereWasAnOrderTheFirstIsNext() {
        List<Long> a = enqueue("a", 3);
        claim(10).forEach(task -> end(task, Outcome.snooze(Duration.ZERO)));
        rows.execute("update rowmill_task set run_at = timestamptz '2026-01-01 00:00:00+00'");
        rules("ordered = true");
        rows.execute("insert into rowmill_lane (queue, key) values ('turns', 'a')");
        rows.execute("update rowmill_task set status = 'waiting' where id = " + a.get(1));

        for (long next : a) {
            List<Claimed> claimed = claim(10);
            assertThat(ids(claimed)).containsExactly(next);
            complete(claimed);
            lookAgain();
        }
    }

    @Test
    void aDeadTaskIsPassedUnlessItsQueueSaysThatItBlocks() {
        rules("ordered = true, blocks = true");
        List<Long> a = enqueue("a", 2);
        end(claim(10).get(0), Outcome.giveUp(new IllegalStateException("no")));
        lookAgain();
        assertThat(status(a.get(0))).isEqualTo("dead");
        assertThat(claim(10)).isEmpty();

        rules("blocks = false");

        assertThat(ids(claim(10))).containsExactly(a.get(1));
    }

    @Test
    void aDeadTaskThatWasPassedBlocksAgainAfterARetry() {
        rules("ordered = true, blocks = true");
        List<Long> a = enqueue("a", 2);
        end(claim(10).get(0), Outcome.giveUp(new IllegalStateException("no")));
        queues.unblock(QUEUE, "a");
        queue.retry(a.get(0));
        end(claim(10).get(0), Outcome.giveUp(new IllegalStateException("no")));
        lookAgain();

        assertThat(claim(10)).isEmpty();
        assertThat(queues.blocked(QUEUE)).extracting("task").containsExactly(a.get(0));
    }

    @Test
    void ordersKeysApart() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 2);
        List<Long> b = enqueue("b", 2);

        assertThat(ids(claim(10))).containsExactlyInAnyOrder(a.get(0), b.get(0));
    }

    @Test
    void inAFairQueueAnotherKeysTaskIsNotDelayedByAFlood() {
        rules("fair = true");
        enqueue("flood", 60);
        long other = enqueue("other");

        assertThat(ids(claim(10))).hasSize(10).contains(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"run_at = now() + interval '1 hour', priority = 0", "type = 'of-another-node', priority = 0"})
    void inAFairQueueAKeyIsServedWhoseFirstTasksCannotGo(String first) {
        rules("fair = true");
        enqueue("flood", 60);
        enqueue("other", 20);
        rows.execute("update rowmill_task set priority = 1");
        rows.execute("update rowmill_task set %s where key = 'other'".formatted(first));
        long other = enqueue("other");
        rows.execute("update rowmill_task set priority = 1 where id = " + other);

        assertThat(ids(claim(10))).hasSize(10).contains(other);
    }

    @Test
    void inAFairQueueOfANodeWithRoomForOneAFloodWaitsForItsNextTurn() {
        rules("fair = true");
        enqueue("flood", 60);
        enqueue("other", 3);

        assertThat(claimOneByOne(6)).containsExactly("flood", "other", "flood", "other", "flood", "other");
    }

    @Test
    void aKeyTakesAsManyInItsTurnAsItsWeight() {
        rules("fair = true, key_weights = '{\"big\": 3}'");
        enqueue("big", 60);
        enqueue("small", 60);

        assertThat(byKey(claim(40))).isEqualTo(Map.of("big", 30L, "small", 10L));
        assertThat(claimOneByOne(8)).containsExactly("big", "big", "big", "small", "big", "big", "big", "small");
    }

    @Test
    void aKeyThatIsAtItsLimitTakesNoMoreByItsWeight() {
        rules("per_key = 2, key_weights = '{\"big\": 3}'");
        enqueue("big", 9);
        enqueue("small", 9);

        assertThat(byKey(claim(10))).isEqualTo(Map.of("big", 2L, "small", 2L));
    }

    @Test
    void whoIsSetAsideKeepsTheTurnThatItsWeightGives() {
        rules("per_key = 3, key_weights = '{\"big\": 2}'");
        enqueue("big", 12);
        enqueue("small", 12);
        complete(claim(10));
        List<String> keys = claimOneByOne(6);

        assertThat(keys).containsSubsequence("big", "big").containsSubsequence("small", "small");
        assertThat(keys.stream().filter("big"::equals)).hasSize(4);
    }

    /** The keys of tasks that are claimed and completed one after the other. */
    private List<String> claimOneByOne(int count) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Claimed> one = claim(1);
            keys.add(one.get(0).key());
            complete(one);
        }
        return keys;
    }

    @Test
    void behindAFloodThatIsAtItsLimitAnothersTaskIsFoundByTheNextClaim() {
        rules("per_key = 1");
        enqueue("flood", 60);
        long other = enqueue("other");

        assertThat(ids(claim(10))).contains(other);
    }

    @Test
    void keysTakeTurns() {
        rules("per_key = 1");
        for (String key : List.of("a", "b", "c")) {
            enqueue(key, 3);
        }
        complete(claim(10));
        List<String> order = claimOneByOne(6);

        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(order.subList(3, 6)).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void aRoundOverAllQueuesFindsAKeyOfWhichATaskHasEndedHere() {
        rules("ordered = true");
        CountDownLatch release = new CountDownLatch(1);
        queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    release.await();
                    return null;
                }))
                .queue(QUEUE)
                .key("a"));
        queue.enqueue(NewTask.of("noop").queue(QUEUE).key("a"));
        claimer.claimOnce();
        int behindIt = claimer.claimOnce();
        release.countDown();
        await().until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") == 1);

        assertThat(behindIt).isZero();
        await().until(() -> claimer.claimOnce() == 1);
        mill.drain();
    }

    @Test
    void aRateHoldsForEachKey() {
        rules("key_rate = 2, key_rate_period = interval '1 h', key_rate_burst = 2");
        enqueue("a", 4);
        enqueue("b", 1);

        List<Claimed> tasks = claim(10);
        complete(tasks);

        assertThat(byKey(tasks)).isEqualTo(Map.of("a", 2L, "b", 1L));
        assertThat(claim(10)).isEmpty();
        assertThat(
                        rows.number(
                                "select count(*) from rowmill_lane where key = 'a' and look_at between now() + interval '25 min' and now() + interval '31 min'"))
                .isEqualTo(1);
    }

    @Test
    void aRateHoldsForTheQueue() {
        rules("rate = 3, rate_period = interval '1 h', rate_burst = 3");
        enqueue("a", 5);

        List<Claimed> tasks = claim(10);
        complete(tasks);

        assertThat(tasks).hasSize(3);
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void anotherRateForgetsWhatWasPaidForAtTheOneBefore() {
        rules("rate = 1, rate_period = interval '1 h'");
        enqueue("a", 3);
        assertThat(claim(10)).hasSize(1);

        rules("rate = 100, rate_period = interval '1 s'");

        assertThat(claim(10)).isNotEmpty();
    }

    @Test
    void aNodeStartsAtARateWithoutBeingAsked() {
        rules("rate = 50, rate_period = interval '1 s'");
        enqueue("a", 5);

        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isBetween(1L, 5L);
    }

    @Test
    void aPausedTypeIsNotStartedAndOthersAre() {
        rules("paused_types = '{noop}'");
        enqueue("a", 2);

        assertThat(claim(10)).isEmpty();

        rules("paused_types = '{other}'");
        assertThat(claim(10)).hasSize(2);
    }

    @Test
    void withoutItsRulesAQueueForgetsNobody() {
        rules("per_key = 1");
        enqueue("a", 5);
        claim(10);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'waiting'"))
                .isEqualTo(4);

        rows.execute("delete from rowmill_queue");

        assertThat(claim(10)).hasSize(4);
        assertThat(lanes()).isZero();
    }

    @Test
    void withOtherRulesThatLetGoWhoWaitsItGoes() {
        rules("per_key = 1");
        enqueue("a", 5);
        claim(10);

        rules("per_key = null");

        assertThat(claim(10)).hasSize(4);
    }

    @Test
    void aWaitingTaskCanBeCancelled() {
        rules("per_key = 1");
        List<Long> a = enqueue("a", 3);
        List<Claimed> first = claim(10);

        queue.cancel(a.get(1));
        complete(first);

        assertThat(status(a.get(1))).isEqualTo("cancelled");
        assertThat(ids(claim(10))).containsExactly(a.get(2));
    }

    @Test
    void aNodeThatDoesNotAskForTheRulesTakesNothing() throws Exception {
        rules("concurrency = 1");
        enqueue("a", 1);
        try (var old = rows.connect()) {
            int taken = old.createStatement().executeUpdate("""
                    update rowmill_task
                       set status = 'executing',
                           operator_id = 'old',
                           expiry = clock_timestamp() + interval '30 s',
                           started = clock_timestamp(),
                           last_updated = clock_timestamp(),
                           attempts = attempts + 1,
                           version = version + 1
                     where queue = 'turns'
                    """);

            assertThat(taken).isZero();
        }
        assertThat(claim(10)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "per_key = 1",
                "per_key = 3, fair = true",
                "ordered = true",
                "ordered = true, blocks = true",
                "concurrency = 4, per_key = 2",
                "key_rate = 1000, key_rate_burst = 3, per_key = 2"
            })
    void manyNodesNeverExceedALimitNorBreakAnOrderAndForgetNobody(String rule) throws Exception {
        rules(rule);
        rows.asSuperuser(
                "create table if not exists start_log (n bigint generated always as identity, id bigint, key text, executing bigint)");
        rows.asSuperuser("""
                create or replace function log_start() returns trigger language plpgsql as $$
                begin
                    insert into start_log (id, key, executing)
                    select new.id, new.key, count(*) from rowmill_task t where t.key = new.key and t.status = 'executing' and t.queue = new.queue;
                    return null;
                end $$;
                create trigger log_start after update on rowmill_task
                   for each row when (new.status = 'executing' and old.status <> 'executing') execute function log_start()
                """);
        try {
            List<String> keys = List.of("a", "b", "c", "d");
            for (int i = 0; i < 40; i++) {
                keys.forEach(this::enqueue);
            }
            run(4, new Random(rule.hashCode()));

            int most = rule.contains("per_key = 3") ? 3 : rule.contains("per_key = 2") ? 2 : 1;
            assertThat(rows.number("select max(executing) from start_log")).isLessThanOrEqualTo(most);
            assertThat(rows.number(
                            "select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')"))
                    .isZero();
            if (rule.contains("ordered")) {
                assertThat(rows.number("""
                        select count(*)
                          from (select id, lag(id) over (partition by key order by n) as before from start_log) s
                         where s.id < s.before
                        """)).isZero();
            }
        } finally {
            rows.asSuperuser("drop trigger log_start on rowmill_task; drop function log_start; drop table start_log");
        }
    }

    /** Nodes that claim, end some well, some to be tried again, and lose some. */
    private void run(int nodes, Random random) throws Exception {
        CyclicBarrier together = new CyclicBarrier(nodes);
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        List<Future<?>> done = new ArrayList<>();
        long[] seeds = random.longs(nodes).toArray();
        for (long seed : seeds) {
            done.add(threads.submit(() -> {
                Random own = new Random(seed);
                together.await();
                while (rows.number(
                                "select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')")
                        > 0) {
                    claim(1 + own.nextInt(8)).forEach(task -> end(task, own));
                    rows.execute("update rowmill_task set run_at = now() where run_at > now()");
                    if (own.nextInt(5) == 0) {
                        rows.execute(
                                "update rowmill_task set expiry = now() where status = 'executing' and random() < 0.1");
                        recoverer.recoverOnce();
                        rows.execute("update rowmill_task set crashes = 0 where status = 'queued' and crashes > 1");
                    }
                    if (own.nextInt(4) == 0) {
                        rows.execute(
                                "update rowmill_lane set look_at = now() where key in (select key from rowmill_lane for no key update skip locked)");
                    }
                }
                return null;
            }));
        }
        for (Future<?> one : done) {
            one.get();
        }
        threads.shutdown();
    }

    private void end(Claimed task, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> end(task, Outcome.retry(new IllegalStateException("again"), Duration.ofMillis(5)));
            case 1 -> end(task, Outcome.snooze(Duration.ZERO));
            default -> end(task, Outcome.succeeded());
        }
    }
}
