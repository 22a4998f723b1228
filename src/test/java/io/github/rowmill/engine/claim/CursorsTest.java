package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration FAST = Cursors.SLOW_LOOK.minusNanos(1);

    /** The due time at which a claim behind the tasks of this test begins. */
    private static final Instant SINCE = ClaimedTasks.DUE.minus(Cursors.LATE_COMMITS);

    private final SettableTicker ticker = new SettableTicker();
    private final Cursors cursors = new Cursors(ticker);

    @Test
    void firstClaimBeginsAtTheHead() {
        assertThat(cursors.of("mail")).isEmpty();
    }

    @Test
    void aClaimContinuesBehindTheLastTaskOfThePreviousClaim() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);
        assertThat(cursors.of("mail")).contains(tasks(5, 5).get(0).position());

        cursors.wentOn("mail", tasks(6, 9), true);

        assertThat(cursors.of("mail")).contains(tasks(9, 9).get(0).position());
        assertThat(cursors.of("reports")).isEmpty();
    }

    @Test
    void theHeadIsLookedAtAgainAfterTenTimesTheLastLook() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);

        assertPause(LOOK.multipliedBy(10));
    }

    /** Checks that claims go on from the cursor until the pause is over. */
    private void assertPause(Duration pause) {
        ticker.pass(pause.minusNanos(1));
        cursors.wentOn("mail", tasks(6, 9), true);
        assertThat(cursors.of("mail")).isPresent();

        ticker.pass(Duration.ofNanos(1));
        assertThat(cursors.of("mail")).isEmpty();
    }

    @Test
    void theHeadIsLookedAtAgainAfterAtMostTenSeconds() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, FAST, Duration.ofMinutes(1));

        ticker.pass(Duration.ofSeconds(10));

        assertThat(cursors.of("mail")).isEmpty();
    }

    @Test
    void anExpectedTaskShortensThePauseToTwiceTheLastLook() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);
        cursors.expectAtHead("mail");
        cursors.expectAtHead("mail");

        assertPause(LOOK.multipliedBy(2));
    }

    @Test
    void theNextLookHasItsWholePauseAgain() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);
        cursors.expectAtHead("mail");
        assertThat(cursors.untilHead("mail")).isEqualTo(LOOK.multipliedBy(2));

        cursors.lookedAtHead("mail", tasks(6, 9), false, LOOK, LOOK);

        assertThat(cursors.untilHead("mail")).isEqualTo(LOOK.multipliedBy(10));
    }

    @Test
    void aForgottenQueueHasNoCursor() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);

        cursors.forget("mail");

        assertThat(cursors.of("mail")).isEmpty();
    }

    @Test
    void endAfterAFastLookLeavesNoCursor() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);

        cursors.wentOn("mail", tasks(6, 9), false);

        assertThat(cursors.has("mail")).isFalse();
        assertThat(cursors.untilHead("mail")).isZero();
    }

    @Test
    void endBehindASlowHeadLeavesADueTimeBeforeTheLatestTask() {
        cursors.lookedAtHead("mail", tasks(1, 5), true, LOOK, LOOK);
        assertThat(cursors.since("mail")).isEmpty();

        cursors.wentOn("mail", tasks(6, 9), false);

        assertThat(cursors.of("mail")).isEmpty();
        assertThat(cursors.since("mail")).contains(SINCE);
    }

    @Test
    void slowHeadIsLeftUntilItsPauseIsOver() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);
        assertThat(cursors.untilHead("mail")).isEqualTo(LOOK.multipliedBy(10));

        ticker.pass(LOOK.multipliedBy(10));
        cursors.wentOn("mail", List.of(), false);

        assertThat(cursors.untilHead("mail")).isZero();
        assertThat(cursors.since("mail")).contains(SINCE);
    }

    @Test
    void aSlowLookKeepsTheDueTimeOfThePreviousClaim() {
        cursors.willLookAtHead("mail", tasks(1, 5), false);
        assertThat(cursors.untilHead("mail")).isZero();

        cursors.lookedAtHead("mail", List.of(), false, LOOK, LOOK);

        assertThat(cursors.since("mail")).contains(SINCE);
    }

    @Test
    void slowLookThatNoClaimFollowedLeavesNoCursor() {
        cursors.lookedAtHead("mail", List.of(), false, LOOK, LOOK);

        assertThat(cursors.has("mail")).isFalse();
    }

    @Test
    void aFastLookRemovesTheCursorOfASlowHead() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);

        cursors.lookedAtHead("mail", tasks(6, 9), false, FAST, FAST);

        assertThat(cursors.has("mail")).isFalse();
    }

    @Test
    void walkOverAllQueuesStartsThePauseOfASlowHeadAgain() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);
        ticker.pass(LOOK.multipliedBy(9));

        cursors.wasShownHead("mail", tasks(6, 9), false, FAST);

        assertThat(cursors.untilHead("mail")).isEqualTo(LOOK.multipliedBy(10));
    }

    @Test
    void walkOverAllQueuesLeavesTasksExpected() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);
        cursors.expectAtHead("mail");

        cursors.wasShownHead("mail", tasks(6, 9), false, FAST);

        assertThat(cursors.untilHead("mail")).isEqualTo(LOOK.multipliedBy(2));
    }

    @Test
    void aSlowWalkLeavesHeadsSlow() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);

        cursors.walked(Set.of("mail", "reports"), LOOK.multipliedBy(2));
        cursors.wasShownHead("mail", tasks(6, 9), false, FAST);

        assertThat(cursors.since("mail")).isPresent();
    }

    @Test
    void fastWalkEndsTheSlownessOfHeads() {
        cursors.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);

        cursors.walked(Set.of("mail", "reports"), LOOK.multipliedBy(2).minusNanos(1));
        cursors.wasShownHead("mail", tasks(6, 9), false, FAST);

        assertThat(cursors.has("mail")).isFalse();
    }

    @Test
    void walkOverAllQueuesMakesNoHeadSlow() {
        cursors.wasShownHead("mail", tasks(1, 5), false, LOOK);

        assertThat(cursors.has("mail")).isFalse();
    }

    @Test
    void atMostAThousandQueuesHaveACursor() {
        for (int i = 0; i <= 1000; i++) {
            cursors.lookedAtHead("queue-" + i, tasks(1, 1), true, FAST, LOOK);
        }

        assertThat(cursors.of("queue-0")).isEmpty();
        assertThat(cursors.of("queue-1")).isPresent();
    }

    private static List<Claimed> tasks(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(id -> ClaimedTasks.claimed(id, "mail"))
                .toList();
    }
}
