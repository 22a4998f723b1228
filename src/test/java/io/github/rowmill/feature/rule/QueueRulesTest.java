package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.task.Claimed;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that rules of a queue hold in every claim, however many nodes claim and however the claimed tasks end. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QueueRulesTest extends EngineTest {

    private static final Set<String> TYPES = Set.of("noop");
    private static final Duration LEASE = Duration.ofSeconds(31);
    private static final String QUEUE = "ruled";

    @Inject
    Claimant claimant;

    @Inject
    Queues queues;

    @Inject
    HandClaims claims;

    @Inject
    Completions completions;

    @Inject
    Claimer claimer;

    @Inject
    Recoverer recoverer;

    @BeforeEach
    void withoutRules() {
        rows.execute("delete from rowmill_queue");
        claimer.claimFrom(Set.of()); // claims again from queues whose last claim was full, also in another test
    }

    private List<Long> enqueue(int count) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(queue.enqueue(NewTask.of("noop").queue(QUEUE)).id());
        }
        return ids;
    }

    private List<Claimed> claim() {
        return claims.claim(QUEUE, TYPES, 10);
    }

    private long executing() {
        return rows.number("select count(*) from rowmill_task where status = 'executing' and queue = 'ruled'");
    }

    @Test
    void aPausedQueueStartsNoTasksAndOtherQueuesDo() {
        long id = enqueue(1).get(0);
        long other = queue.enqueue(NewTask.of("noop")).id();
        queues.pause(QUEUE);

        mill.drain();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || version")).isEqualTo("queued 0 0");
        assertThat(rows.of(other, "status")).isEqualTo("completed");
        assertThat(queues.rules(QUEUE)).contains(QueueRules.NONE.paused(true));
    }

    @Test
    void aResumedQueueStartsItsTasks() {
        long id = enqueue(1).get(0);
        queues.pause(QUEUE);
        mill.drain();

        queues.resume(QUEUE);
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(queues.rules(QUEUE)).isEmpty();
    }

    @Test
    void aNodeDoesNotClaimAgainFromAPausedQueue() {
        enqueue(3);
        queues.pause(QUEUE);

        assertThat(claimer.claimOnce()).isZero();

        assertThat(claimer.hasMoreToClaim()).isFalse();
    }

    @Test
    void aPauseThatIsRolledBackHasNoEffect() {
        long id = enqueue(1).get(0);
        QuarkusTransaction.begin();
        queues.pause(QUEUE);
        QuarkusTransaction.rollback();

        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aPauseHoldsTasksInQuarantineToo() {
        long id = enqueue(1).get(0);
        rows.execute("update rowmill_task set crashes = 2 where id = " + id);
        queues.pause(QUEUE);

        assertThat(claims.claimQuarantined(Set.of(QUEUE), TYPES)).isEmpty();
        queues.resume(QUEUE);
        assertThat(claims.claimQuarantined(Set.of(QUEUE), TYPES)).hasSize(1);
    }

    @Test
    void noMoreTasksExecuteAtOnceThanTheLimit() {
        List<Long> ids = enqueue(5);
        queues.limit(QUEUE, 3);

        List<Claimed> first = claim();
        assertThat(first).extracting(Claimed::id).containsExactlyElementsOf(ids.subList(0, 3));
        assertThat(claim()).isEmpty();
        completions.completeIfHeld(claimant, Successes.of(first.get(1).lease()), () -> false);

        assertThat(claim()).extracting(Claimed::id).containsExactly(ids.get(3));
        assertThat(executing()).isEqualTo(3);
    }

    @Test
    void aLimitedQueueIsDrainedToItsEnd() {
        enqueue(20);
        queues.limit(QUEUE, 2);

        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tasksClaimedBeforeALimitCountAgainstTheLimit(boolean longAgo) {
        enqueue(5);
        assertThat(claims.claim(QUEUE, TYPES, 2)).hasSize(2);
        queues.limit(QUEUE, 3);
        age(longAgo);

        assertThat(claim()).hasSize(1);
        age(longAgo);
        assertThat(claim()).isEmpty();
    }

    /** If wanted, makes the rule so old that no claim without it can be open. */
    private void age(boolean wanted) {
        if (wanted) {
            rows.execute("update rowmill_queue set last_updated = now() - interval '1 hour'");
        }
    }

    @Test
    void aLoweredLimitLetsNothingStartUntilThereIsRoom() {
        enqueue(8);
        queues.limit(QUEUE, 5);
        List<Claimed> held = claim();
        queues.limit(QUEUE, 4);
        completions.completeIfHeld(claimant, Successes.of(held.get(0).lease()), () -> false);

        assertThat(claim()).isEmpty();
        completions.completeIfHeld(claimant, Successes.of(held.get(1).lease()), () -> false);
        assertThat(claim()).hasSize(1);
    }

    @Test
    void aLostTaskHoldsItsPlaceUntilItIsRecovered() {
        long first = enqueue(2).get(0);
        queues.limit(QUEUE, 1);
        age(true);
        claim();
        mill.pass(first, LEASE);

        assertThat(claim()).isEmpty();
        recoverer.recoverOnce();
        assertThat(claim()).hasSize(1);
        assertThat(executing()).isEqualTo(1);
    }

    @Test
    void aCancelledTaskGivesItsPlaceAway() {
        List<Long> ids = enqueue(2);
        queues.limit(QUEUE, 1);
        age(true);
        claim();
        queue.cancel(ids.get(0));

        assertThat(claim()).extracting(Claimed::id).containsExactly(ids.get(1));
    }

    @Test
    void theLimitHoldsIfTheDatabaseRefusesARow() {
        long refused = enqueue(6).get(0);
        queues.limit(QUEUE, 2);
        rows.asSuperuser("""
                create function refuse_one() returns trigger language plpgsql as $$
                begin
                    raise exception 'refused by a test';
                end $$;
                create trigger refuse_one before update on rowmill_task for each row
                    when (old.id = %d) execute function refuse_one()
                """.formatted(refused));
        try {
            claim();
            claim();

            assertThat(executing()).isEqualTo(2);
        } finally {
            rows.asSuperuser("drop trigger refuse_one on rowmill_task; drop function refuse_one");
        }
    }

    @Test
    void aClaimDoesNotWaitForAnotherClaimOfItsQueue() throws Exception {
        enqueue(1);
        queues.limit(QUEUE, 1);
        try (var other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select 1 from rowmill_queue for no key update");

            assertThat(claim()).isEmpty();
            other.rollback();
        }

        assertThat(claim()).hasSize(1);
    }

    @Test
    void manyNodesThatClaimAtOnceNeverExceedTheLimitAndForgetNoTask() throws Exception {
        int nodes = 4;
        int limit = 3;
        enqueue(150);
        queues.limit(QUEUE, limit);
        CyclicBarrier together = new CyclicBarrier(nodes + 1);
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        List<Future<?>> done = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            done.add(threads.submit(() -> {
                together.await();
                while (rows.number("select count(*) from rowmill_task where status <> 'completed'") > 0) {
                    claim().forEach(task ->
                            completions.completeIfHeld(claimant, Successes.of(task.lease()), () -> false));
                }
                return null;
            }));
        }
        together.await();
        long most = 0;
        while (done.stream().anyMatch(one -> !one.isDone())) {
            most = Math.max(most, executing());
        }
        for (Future<?> one : done) {
            one.get();
        }
        threads.shutdown();

        assertThat(most).isBetween(1L, (long) limit);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(150);
    }

    @Test
    void aClaimOfAQueueWithoutRulesReadsNoRules() {
        queues.limit(QUEUE, 1);
        queue.enqueue(NewTask.of("noop"));
        queue.enqueue(NewTask.of("noop").queue(QUEUE));

        assertThat(rulesReadByAClaimFrom("default")).isZero();
        assertThat(rulesReadByAClaimFrom(QUEUE)).isPositive();
    }

    /** Claims a task, and returns the number of round trips to the server for the rules. */
    private long rulesReadByAClaimFrom(String name) {
        try (JdbcCalls calls = new JdbcCalls()) {
            assertThat(claims.claim(name, TYPES, 1)).hasSize(1);
            return calls.roundTripsOf(RulesAdmission.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\0b"})
    void anInvalidQueueNameIsRefused(String name) {
        assertThatThrownBy(() -> queues.pause(name))
                .isInstanceOf(InvalidRuleException.class)
                .hasMessageContaining("queue");
    }

    @Test
    void aLimitOfZeroIsRefused() {
        assertThatThrownBy(() -> queues.limit(QUEUE, 0))
                .isInstanceOf(InvalidRuleException.class)
                .hasMessage("a rule was refused: concurrency: must be at least 1, was 0");
    }

    @Test
    void withoutItsLimitAQueueHasNoRules() {
        queues.limit(QUEUE, 1);
        queues.unlimit(QUEUE);

        assertThat(queues.rules(QUEUE)).isEmpty();
        assertThat(rows.number("select count(*) from rowmill_queue")).isZero();
    }
}
