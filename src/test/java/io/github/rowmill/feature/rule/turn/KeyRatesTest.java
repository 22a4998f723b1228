package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.rule.RuledTest;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that no key of a queue starts more tasks than its rate allows, however they are claimed. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class KeyRatesTest extends RuledTest {

    private static final int KEYS = 30;
    private static final int FLOOD_SECONDS = Integer.getInteger("rates.seconds", 4);

    @AfterEach
    void refuseNothing() {
        rows.refuseNothing();
    }

    private void enqueue(String key, int count) {
        rows.insert(TaskRow.of("noop").queue(QUEUE).key(key), count);
    }

    private void claimAndComplete(int claims, int room) {
        for (int i = 0; i < claims; i++) {
            claim(room).forEach(task -> end(task, Outcome.succeeded()));
        }
    }

    private long startsOf(String key) {
        return rows.number("select sum(attempts) from rowmill_task where key = '%s'".formatted(key));
    }

    private long mostStartsOfAKey() {
        return rows.number(
                "select max(starts) from (select sum(attempts) as starts from rowmill_task where key is not null group by key) k");
    }

    @Test
    void aPauseOfATypeDoesNotResetTheRateOfAKey() {
        rules("key_rate = 1, key_rate_period = interval '1 h', key_rate_burst = 2");
        enqueue("k", 10);
        claimAndComplete(5, 3);

        rows.execute("update rowmill_queue set paused_types = '{other}' where name = '%s'".formatted(QUEUE));
        claimAndComplete(5, 3);

        assertThat(startsOf("k")).isEqualTo(2);
    }

    @Test
    void theRateOfAKeyHoldsWhileClaimsAreFull() {
        rules("key_rate = 1, key_rate_period = interval '1 h', key_rate_burst = 2");
        for (int key = 0; key < 20; key++) {
            enqueue("k" + key, 30);
        }

        claimAndComplete(60, 3);

        assertThat(mostStartsOfAKey()).isEqualTo(2);
    }

    @Test
    void allStartsOfAWeightedTurnCountForTheRateOfAKey() {
        rules(
                "key_rate = 1, key_rate_period = interval '1 h', key_rate_burst = 5, per_key = 3, key_weights = '{\"heavy\": 3}'");
        enqueue("heavy", 12);
        enqueue("light", 12);
        claimAndComplete(1, 24);
        assertThat(startsOf("heavy")).as("what the first claim started").isEqualTo(3);

        for (int i = 0; i < 20; i++) {
            rows.execute("update rowmill_lane set look_at = now()");
            claimAndComplete(1, 1);
        }

        assertThat(startsOf("heavy")).isEqualTo(5);
    }

    @Test
    void aSuspectCountsForTheRateOfItsKey() {
        rules("key_rate = 1, key_rate_period = interval '1 h'");
        enqueue("a", 20);
        rows.execute("update rowmill_task set crashes = 2");

        for (int i = 0; i < 20; i++) {
            claims.claimQuarantined(Set.of(QUEUE), TYPES).forEach(task -> end(task, Outcome.succeeded()));
        }

        assertThat(startsOf("a")).isEqualTo(1);
    }

    @Test
    void theRateOfAKeyHoldsIfOneOfItsTasksIsRefused() {
        rules("key_rate = 1, key_rate_period = interval '1 h', key_rate_burst = 2");
        enqueue("a", 9);
        rows.refuse("update or delete", "old.id = " + rows.number("select min(id) from rowmill_task"), "P0001");

        claimAndComplete(3, 9);

        assertThat(startsOf("a")).isEqualTo(2);
    }

    @Test
    void theStartOfASuspectDoesNotDelayItsKey() {
        rules("key_rate = 1, key_rate_period = interval '1 h', key_rate_burst = 2, per_key = 1");
        enqueue("a", 3);
        Claimed first = claim(10).get(0);
        rows.execute(
                "update rowmill_task set status = 'queued', crashes = 2 where status = 'waiting' and id = (select max(id) from rowmill_task)");
        end(first, Outcome.succeeded());
        rows.execute("update rowmill_lane set look_at = now() + interval '1 min'");

        claims.claimQuarantined(Set.of(QUEUE), TYPES).forEach(task -> end(task, Outcome.succeeded()));

        assertThat(
                        rows.number(
                                "select count(*) from rowmill_lane where look_at < now() + interval '61 s' and paid_until > now() + interval '119 min'"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"now() + interval '1 day'", "timestamptz '19999-01-01'", "'infinity'"})
    void aQueueStartsTasksAfterTheClockWasSetBack(String debt) {
        rules("rate = 10, rate_period = interval '1 s'");
        enqueue("a", 9);
        rows.execute("update rowmill_queue set paid_until = " + debt);

        await().atMost(Duration.ofSeconds(10)).until(() -> !claim(1).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"now() + interval '1 day'", "timestamptz '19999-01-01'", "'infinity'"})
    void aKeyStartsTasksAfterTheClockWasSetBack(String debt) {
        rules("key_rate = 10, key_rate_period = interval '1 s'");
        enqueue("a", 9);
        claim(9);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'waiting'"))
                .isEqualTo(8);
        rows.execute("update rowmill_lane set look_at = %1$s, paid_until = %1$s".formatted(debt));

        await().atMost(Duration.ofSeconds(20)).until(() -> mill.runOnce() > 0);
        mill.drain();
    }

    @Test
    void aTurnComesAtOnceAfterTheClockWasSetBack() {
        rules("per_key = 1");
        enqueue("a", 2);
        Claimed first = claim(9).get(0);
        rows.execute(
                "update rowmill_task set status = 'completed', finished = now(), expiry = null, version = version + 1 where id = "
                        + first.id());
        rows.execute("update rowmill_lane set look_at = now() + interval '1 day'");

        assertThat(claim(9)).hasSize(1);
    }

    @Test
    void aRateWithAHugeBurstWorksBeyondTheYear9999() {
        rules(
                "rate = 1, rate_period = interval '8760 h', rate_burst = 1000000, key_rate = 1, key_rate_period = interval '8760 h', key_rate_burst = 1000000");
        enqueue("a", 400);

        claimAndComplete(4, 200);

        assertThat(startsOf("a")).isEqualTo(400);
        rows.execute(
                "update rowmill_queue set paid_until = '9999-06-01'; update rowmill_lane set paid_until = '9999-06-01'");
        enqueue("a", 9);
        claimAndComplete(1, 9);
        assertThat(startsOf("a")).isEqualTo(409);
    }

    /**
     * In the first case, rates hold up all keys. In the second, a limit parks tasks of many keys, and a key with a
     * large weight keeps its turn.
     */
    @ParameterizedTest
    @CsvSource({"5, null, 1 + n, 100", "20, 3, 1 + 99 * (n / 9), 60"})
    void noKeyOfAFloodStartsFasterThanItsRate(int rate, String perKey, String weight, int least) throws Exception {
        rules(
                "key_rate = %s, key_rate_burst = 4, per_key = %s, key_weights = (select jsonb_object_agg('f' || n, %s) from generate_series(0, 9) n)"
                        .formatted(rate, perKey, weight));
        for (int key = 0; key < KEYS; key++) {
            enqueue("f" + key, (key == 9 ? 2 * rate : 10) * FLOOD_SECONDS + 10);
        }
        rows.execute("update rowmill_task set crashes = 2, started = created where id % 40 = 0");
        rows.asSuperuser("""
                create table if not exists start_log (key text, at timestamptz default clock_timestamp());
                create or replace function log_start() returns trigger language plpgsql as $$
                begin
                    insert into start_log (key) values (new.key);
                    return null;
                end $$;
                drop trigger if exists log_start on rowmill_task;
                create trigger log_start after update on rowmill_task
                   for each row when (new.status = 'executing' and old.status <> 'executing') execute function log_start()
                """);
        try {
            flood();

            assertThat(rows.number("select count(*) from start_log"))
                    .as("starts")
                    .isGreaterThan(least);
            assertThat(rows.number("""
                    select max(starts)
                      from (select count(*) over (partition by key order by at range between interval '1 s' preceding and current row) as starts
                              from start_log) s
                    """))
                    .as("in a second, of a claim that may be as late as that")
                    .isLessThanOrEqualTo(4 + 2 * rate);
            assertThat(rows.number(
                            "select max(starts - 4 - %s * (1 + seconds)) from (select count(*) as starts, extract(epoch from max(at) - min(at))::int as seconds from start_log group by key) s"
                                    .formatted(rate)))
                    .as("more than was paid for")
                    .isNotPositive();
        } finally {
            rows.asSuperuser("drop trigger log_start on rowmill_task; drop function log_start; drop table start_log");
        }
    }

    /** Runs four nodes that claim some tasks and complete them. */
    private void flood() throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(FLOOD_SECONDS).toNanos();
        ExecutorService nodes = Executors.newFixedThreadPool(4);
        List<Future<?>> done = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            Random random = new Random(node);
            done.add(nodes.submit(() -> {
                while (System.nanoTime() < end) {
                    List<Claimed> tasks = random.nextInt(5) == 0
                            ? claims.claimQuarantined(Set.of(QUEUE), TYPES)
                            : claim(1 + random.nextInt(10));
                    tasks.forEach(task -> end(task, Outcome.succeeded()));
                }
            }));
        }
        for (Future<?> one : done) {
            one.get();
        }
        nodes.shutdown();
    }
}
