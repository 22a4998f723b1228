package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that tasks of a key run one after the other, in the order of their arrival. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class OrderedKeysTest extends KeysOfTurnsTest {

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
    void aSnoozedOrRecoveredOrderedTaskIsNotOvertaken() {
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
    void aSleepingTaskOfAnOrderedQueueIsNotOvertaken() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 2);
        Claimed first = claim(10).get(0);

        verdicts.writeIfHeld(claimant, new Verdict.Suspended(first.lease(), Duration.ofHours(1), null));
        endListener.over(first);
        lookAgain();
        assertThat(claim(10)).isEmpty();

        rows.execute("update rowmill_task set run_at = now() where id = " + first.id());
        assertThat(ids(claim(10))).containsExactly(a.get(0));
    }

    @Test
    void aSuspectOfAnOrderedQueueIsNextAndIsNotOvertaken() {
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
    void aSuspectDoesNotOvertakeAParkedTaskOfItsKey() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 3);
        complete(claim(10));
        assertThat(status(a.get(1))).isEqualTo("waiting");
        rows.execute("update rowmill_task set status = 'queued', crashes = 2 where id = " + a.get(2));

        assertThat(ids(claims.claimQuarantined(Set.of(QUEUE), TYPES))).doesNotContain(a.get(2));
    }

    @Test
    void aTaskOfAnotherNodesTypeIsNotOvertaken() {
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
    void afterAnOrderIsSetTheFirstStartedTaskIsNext() {
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
    void aDeadTaskBlocksItsKeyOnlyIfTheRuleBlocksIsSet() {
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
    void anUnblockedDeadTaskBlocksAgainAfterARetry() {
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
    void eachKeyHasItsOwnOrder() {
        rules("ordered = true");
        List<Long> a = enqueue("a", 2);
        List<Long> b = enqueue("b", 2);

        assertThat(ids(claim(10))).containsExactlyInAnyOrder(a.get(0), b.get(0));
    }

    @Test
    void aRoundOverAllQueuesClaimsForAFreedKey() {
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
}
