package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration FAST = Cursors.SLOW_LOOK.minusNanos(1);

    /** The due time from which claims go on behind the tasks of this test. */
    private static final Instant SINCE = ClaimedTasks.DUE.minus(Cursors.LATE_COMMITS);

    private final SettableTicker ticker = new SettableTicker();
    private final Cursors bookmarks = new Cursors(ticker);

    @Test
    void firstClaimBeginsAtTheHead() {
        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void claimsGoOnBehindTheLastTaskOfTheOneBefore() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);
        assertThat(bookmarks.of("mail")).contains(tasks(5, 5).get(0).position());

        bookmarks.wentOn("mail", tasks(6, 9), true);

        assertThat(bookmarks.of("mail")).contains(tasks(9, 9).get(0).position());
        assertThat(bookmarks.of("reports")).isEmpty();
    }

    @Test
    void headIsLookedAtAgainOnceTenTimesAsLongHasPassedAsThatTook() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);

        ticker.pass(LOOK.multipliedBy(10).minusNanos(1));
        bookmarks.wentOn("mail", tasks(6, 9), true);
        assertThat(bookmarks.of("mail")).isPresent();

        ticker.pass(Duration.ofNanos(1));
        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void headIsLookedAtAgainAfterFiveSecondsHoweverLongALookTakes() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), true, FAST, Duration.ofMinutes(1));

        ticker.pass(Duration.ofSeconds(5));

        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void endOfTheQueueTakesTheBookmarkOut() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);

        bookmarks.forget("mail");

        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void endAfterAFastLookLeavesNoCursor() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), true, FAST, LOOK);

        bookmarks.wentOn("mail", tasks(6, 9), false);

        assertThat(bookmarks.has("mail")).isFalse();
        assertThat(bookmarks.untilHead("mail")).isZero();
    }

    @Test
    void endBehindASlowHeadLeavesADueTimeBeforeTheLatestTask() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), true, LOOK, LOOK);
        assertThat(bookmarks.since("mail")).isEmpty();

        bookmarks.wentOn("mail", tasks(6, 9), false);

        assertThat(bookmarks.of("mail")).isEmpty();
        assertThat(bookmarks.since("mail")).contains(SINCE);
    }

    @Test
    void slowHeadIsLeftUntilItsPauseIsOver() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);
        assertThat(bookmarks.untilHead("mail")).isEqualTo(LOOK.multipliedBy(10));

        ticker.pass(LOOK.multipliedBy(10));
        bookmarks.wentOn("mail", List.of(), false);

        assertThat(bookmarks.untilHead("mail")).isZero();
        assertThat(bookmarks.since("mail")).contains(SINCE);
    }

    @Test
    void slowLookAfterAClaimFromTheHeadKeepsItsTasks() {
        bookmarks.willLookAtHead("mail", tasks(1, 5), false);
        assertThat(bookmarks.untilHead("mail")).isZero();

        bookmarks.lookedAtHead("mail", List.of(), false, LOOK, LOOK);

        assertThat(bookmarks.since("mail")).contains(SINCE);
    }

    @Test
    void slowLookThatNoClaimFollowedLeavesNoCursor() {
        bookmarks.lookedAtHead("mail", List.of(), false, LOOK, LOOK);

        assertThat(bookmarks.has("mail")).isFalse();
    }

    @Test
    void fastLookEndsTheTimeBehindASlowHead() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);

        bookmarks.lookedAtHead("mail", tasks(6, 9), false, FAST, FAST);

        assertThat(bookmarks.has("mail")).isFalse();
    }

    @Test
    void walkOverAllQueuesStartsThePauseOfASlowHeadAgain() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), false, LOOK, LOOK);
        ticker.pass(LOOK.multipliedBy(9));

        bookmarks.wasShownHead("mail", tasks(6, 9), false, FAST);

        assertThat(bookmarks.untilHead("mail")).isEqualTo(LOOK.multipliedBy(10));
    }

    @Test
    void walkOverAllQueuesMakesNoHeadSlow() {
        bookmarks.wasShownHead("mail", tasks(1, 5), false, LOOK);

        assertThat(bookmarks.has("mail")).isFalse();
    }

    @Test
    void queuesThatWereUsedOnceDoNotAddUp() {
        for (int i = 0; i <= 1000; i++) {
            bookmarks.lookedAtHead("queue-" + i, tasks(1, 1), true, FAST, LOOK);
        }

        assertThat(bookmarks.of("queue-0")).isEmpty();
        assertThat(bookmarks.of("queue-1")).isPresent();
    }

    private static List<Claimed> tasks(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(id -> ClaimedTasks.claimed(id, "mail"))
                .toList();
    }
}
