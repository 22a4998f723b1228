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

/** A node remembers the keys of which a task has ended on it, and asks for others of them no longer than it may find some. */
@QuarkusTest
@TestProfile(ByHand.class)
class FreedKeysTest extends RuledTest {

    @Inject
    Heard heard;

    @Test
    void aQueueWhoseRulesWereTakenAwayIsNotAskedAgainAndAgain() {
        freeAKey();
        withoutRules();

        mill.runOnce();
        assertThat(claimsOfARound()).isZero();
    }

    @Test
    void aQueueWhoseKeysTakeNoTurnsAnyMoreIsNotAskedAgainAndAgain() {
        freeAKey();
        rules("per_key = null, concurrency = 5");

        mill.runOnce();
        assertThat(claimsOfARound()).isZero();
    }

    @Test
    void aPausedQueueIsNotAskedAndGoesOnWithTheKeyOnceResumed() {
        freeAKey();
        enqueue();
        enqueue();
        Claimed running = claim(1).get(0);
        assertThat(claim(1)).as("is set aside").isEmpty();
        rules("paused = true");
        end(running, Outcome.succeeded());

        mill.runOnce();
        assertThat(claimsOfARound()).isZero();

        rules("paused = false");
        assertThat(mill.runOnce()).isEqualTo(1);
    }

    /** A task has ended of a key that may run one at a time, and nobody has looked whether another one waits. */
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
