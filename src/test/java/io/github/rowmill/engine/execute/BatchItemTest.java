package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.Stop;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.payload.Codecs;
import io.github.rowmill.task.ClaimedTasks;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the outcome that a batch handler sets for a task counts, unless the attempt no longer has the task. */
class BatchItemTest {

    private static final Outcome LATER = Outcome.snooze(Duration.ofHours(1));

    private final HeldTask held = new HeldTask(
            ClaimedTasks.claimed(1, "default"),
            TestTypes.type("report"),
            new SettableTicker(),
            0,
            Duration.ofSeconds(30));
    private final BatchItem item = new BatchItem(held, "payload", Codecs.results());

    @Test
    void aTaskWithoutAnOutcomeSucceeds() {
        assertThat(item.outcome()).isNull();
        assertThat(item.settlement(Duration.ZERO).ending()).isEqualTo(Outcome.succeeded());
    }

    @Test
    void theLastChoiceCounts() {
        item.fail(new IllegalStateException("as if"));
        item.settle(LATER);

        assertThat(item.outcome()).isEqualTo(LATER);
        assertThat(item.settlement(Duration.ZERO).ending()).isEqualTo(LATER);
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMED_OUT", "DRAINED", "LEASE_EXPIRED"})
    void aFailureCountsAfterTheCallWasStopped(Stop why) {
        held.begin();
        held.stop(why);
        assertThat(Thread.interrupted()).isTrue();

        item.fail(new IllegalStateException("as if"));

        assertThat(item.settlement(Duration.ZERO).ending().kind()).isEqualTo(Ending.Kind.RETRY);
        assertThat(item.outcome()).isInstanceOf(Outcome.Retry.class);
    }

    @Test
    void noOutcomeCountsForACancelledTask() {
        item.settle(LATER);
        held.stop(Stop.CANCELLED);

        assertThat(item.settlement(Duration.ZERO).ending().kind()).isEqualTo(Ending.Kind.CANCELLED);
    }
}
