package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final Duration LOOK = Duration.ofMillis(20);

    private final SettableTicker ticker = new SettableTicker();
    private final Cursors bookmarks = new Cursors(ticker);

    @Test
    void firstClaimBeginsAtTheHead() {
        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void claimsGoOnBehindTheLastTaskOfTheOneBefore() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), LOOK);
        assertThat(bookmarks.of("mail")).contains(tasks(5, 5).get(0).position());

        bookmarks.wentOn("mail", tasks(6, 9));

        assertThat(bookmarks.of("mail")).contains(tasks(9, 9).get(0).position());
        assertThat(bookmarks.of("reports")).isEmpty();
    }

    @Test
    void headIsLookedAtAgainOnceTenTimesAsLongHasPassedAsThatTook() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), LOOK);

        ticker.pass(LOOK.multipliedBy(10).minusNanos(1));
        bookmarks.wentOn("mail", tasks(6, 9));
        assertThat(bookmarks.of("mail")).isPresent();

        ticker.pass(Duration.ofNanos(1));
        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void headIsLookedAtAgainAfterFiveSecondsHoweverLongALookTakes() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), Duration.ofMinutes(1));

        ticker.pass(Duration.ofSeconds(5));

        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void endOfTheQueueTakesTheBookmarkOut() {
        bookmarks.lookedAtHead("mail", tasks(1, 5), LOOK);

        bookmarks.forget("mail");

        assertThat(bookmarks.of("mail")).isEmpty();
    }

    @Test
    void queuesThatWereUsedOnceDoNotAddUp() {
        for (int i = 0; i <= 1000; i++) {
            bookmarks.lookedAtHead("queue-" + i, tasks(1, 1), LOOK);
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
