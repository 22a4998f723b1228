package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.feature.rule.RuledTest;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** Checks that a node that has ended a task of a key claims for this key only while it may find other tasks. */
@QuarkusTest
@TestProfile(ByHand.class)
class FreedKeysTest extends RuledTest {

    @Inject
    Heard heard;

    @Test
    void aNodeStopsClaimingForFreedKeysWithoutRules() {
        freeAKey();
        withoutRules();

        mill.runOnce();
        assertThat(claimsOfARound()).isZero();
    }

    @Test
    void aNodeStopsClaimingForFreedKeysWithoutTurns() {
        freeAKey();
        rules("per_key = null, concurrency = 5");

        mill.runOnce();
        assertThat(claimsOfARound()).isZero();
    }

    @Test
    void aFreedKeyOfAPausedQueueIsClaimedAfterTheResume() {
        freeAKey();
        enqueue();
        enqueue();
        Claimed running = claim(1).get(0);
        assertThat(claim(1)).as("is parked").isEmpty();
        rules("paused = true");
        end(running, Outcome.succeeded());

        mill.runOnce();
        assertThat(claimsOfARound()).isZero();

        rules("paused = false");
        assertThat(mill.runOnce()).isEqualTo(1);
    }

    /** Ends a task of a key that may run one at a time. The node has not yet looked for another task of the key. */
    private void freeAKey() {
        rules("per_key = 1");
        enqueue();
        Claimed first = claim(1).get(0);
        end(first, Outcome.succeeded());
    }

    private void enqueue() {
        queue.enqueue(NewTask.of("noop").queue(QUEUE).key("k"));
    }

    private int claimsOfARound() {
        heard.clear();
        mill.runOnce();
        return heard.of(TaskEvent.Claimed.class).size();
    }
}
