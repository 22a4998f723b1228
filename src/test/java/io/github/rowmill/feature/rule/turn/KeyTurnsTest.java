package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the turns of the keys of a queue, each within its limits and its rates. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class KeyTurnsTest extends KeysOfTurnsTest {

    @Test
    void noKeyExecutesMoreTasksThanItsLimit() {
        rules("per_key = 2");
        List<Long> a = enqueue("a", 4);
        List<Long> b = enqueue("b", 1);

        assertThat(byKey(claim(10))).isEqualTo(Map.of("a", 2L, "b", 1L));
        assertThat(claim(10)).isEmpty();
        assertThat(status(a.get(2))).isEqualTo("waiting");
        assertThat(status(b.get(0))).isEqualTo("executing");
    }

    @Test
    void theNextTaskOfAKeyStartsAfterTheEndOfTheFirst() {
        rules("per_key = 1");
        List<Long> a = enqueue("a", 3);
        List<Claimed> first = claim(10);

        complete(first);
        List<Claimed> second = claim(10);

        assertThat(ids(first)).containsExactly(a.get(0));
        assertThat(ids(second)).containsExactly(a.get(1));
    }

    @Test
    void aKeyWithoutWaitingTasksHasNoLane() {
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
    void aParkedTaskStartsAfterTheNodeOfTheHeldTaskIsLost() {
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
    void aNewRateIgnoresStartsAtTheFormerRate() {
        rules("rate = 1, rate_period = interval '1 h'");
        enqueue("a", 3);
        assertThat(claim(10)).hasSize(1);

        rules("rate = 100, rate_period = interval '1 s'");

        assertThat(claim(10)).isNotEmpty();
    }

    @Test
    void aNodeStartsTasksOfAQueueWithARate() {
        rules("rate = 50, rate_period = interval '1 s'");
        enqueue("a", 5);

        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isBetween(1L, 5L);
    }

    @Test
    void aPausedTypeDoesNotStartAndOtherTypesDo() {
        rules("paused_types = '{noop}'");
        enqueue("a", 2);

        assertThat(claim(10)).isEmpty();

        rules("paused_types = '{other}'");
        assertThat(claim(10)).hasSize(2);
    }

    @Test
    void parkedTasksStartAfterTheRulesAreDeleted() {
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
    void parkedTasksStartAfterTheirLimitIsRemoved() {
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
    void aNodeThatDoesNotReadTheRulesClaimsNothing() throws Exception {
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
}
