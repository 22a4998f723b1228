package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a suspect holds up no other queue, type or key if its rules or the database refuse it. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class RefusedSuspectsTest extends RuledTest {

    private static final Set<String> QUEUES = Set.of(QUEUE, "default", "last");

    @Inject
    Claimer claimer;

    @AfterEach
    void refuseNothing() {
        rows.refuseNothing();
    }

    private long enqueue(String queueName, String key) {
        return queue.enqueue(NewTask.of("noop").queue(queueName).key(key)).id();
    }

    private long suspect(String queueName, String key) {
        long id = enqueue(queueName, key);
        rows.execute("update rowmill_task set crashes = 2 where id = " + id);
        return id;
    }

    private List<Claimed> claimSuspect() {
        return claims.claimQuarantined(QUEUES, TYPES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "paused = true",
                "paused_types = '{noop}'",
                "concurrency = 1",
                "rate = 1, rate_period = interval '1 h'"
            })
    void aSuspectThatItsQueueRefusesHoldsUpNoOtherQueue(String rule) {
        rules(rule);
        enqueue(QUEUE, "a");
        claim(1);
        suspect(QUEUE, "a");
        long other = suspect("default", "a");

        assertThat(claimSuspect()).extracting("id").containsExactly(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"per_key = 1", "ordered = true", "key_rate = 1, key_rate_period = interval '1 h'"})
    void aSuspectWhoseKeyIsFullHoldsUpNoOtherKey(String rule) {
        rules(rule);
        enqueue(QUEUE, "a");
        claim(1);
        suspect(QUEUE, "a");
        long other = suspect(QUEUE, "b");

        assertThat(claimSuspect()).extracting("id").containsExactly(other);
    }

    @Test
    void aRefusedSuspectAndARefusedRowBlockNoOtherSuspect() {
        rules("concurrency = 1");
        enqueue(QUEUE, "a");
        claim(1);
        suspect(QUEUE, "a");
        rows.refuse("update", "old.id = " + suspect("default", "a"), "P0001");
        long second = suspect("default", "a");

        assertThat(claimSuspect()).extracting("id").containsExactly(second);
    }

    @Test
    void onlyOneSuspectIsTakenAtATime() {
        rules("per_key = 1");
        enqueue(QUEUE, "a");
        claim(1);
        suspect(QUEUE, "a");
        suspect(QUEUE, "b");
        suspect(QUEUE, "c");

        assertThat(claimSuspect()).hasSize(1);
        assertThat(claimSuspect()).hasSize(1);
        assertThat(claimSuspect()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"paused = true", "paused_types = '{noop}'"})
    void aBusyNodeDoesNotMakeRoomForAPausedSuspect(String rule) {
        CountDownLatch release = new CountDownLatch(1);
        queue.enqueue(NewTask.of("probe", probes.behave(task -> {
            release.await();
            return null;
        })));
        claimer.claimOnce();
        rules(rule);
        suspect(QUEUE, "a");
        queue.enqueue(NewTask.of("noop"));

        int beside = claimer.claimOnce();
        release.countDown();
        mill.drain();

        assertThat(beside).isEqualTo(1);
    }
}
