package io.github.rowmill.engine.settle;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TransitionTest {

    private static final Lease LEASE = new Lease(7, 3);
    private static final Claimed FIRST = ClaimedTasks.claimed(LEASE, "default", 1, 0);
    private static final Claimed LAST = ClaimedTasks.claimed(LEASE, "default", 10, 0);
    private static final IllegalStateException CAUSE = new IllegalStateException("no paper");
    private static final String ERROR = "java.lang.IllegalStateException: no paper";
    private static final String TIMED_OUT = "timed out: the handler took longer than PT15M";

    /** All but success, which has a statement of its own. */
    static final List<Ending> ENDINGS = List.of(
            new Outcome.Retry(CAUSE, ofSeconds(5)),
            new Outcome.Snooze(ofSeconds(5)),
            new Outcome.GaveUp(CAUSE),
            new Ending.TimedOut(ofMinutes(15), ofSeconds(5)),
            new Ending.Cancelled(),
            new Ending.LeaseLost(),
            new Ending.Released());

    @Test
    void failureIsTriedAgain() {
        Verdict verdict = verdict(FIRST, new Outcome.Retry(CAUSE, ofSeconds(5)));

        assertThat(verdict).isEqualTo(Verdict.retry(LEASE, ofSeconds(5), ERROR, verdict.stackTrace()));
        assertThat(verdict.stackTrace()).startsWith(ERROR + "\n\tat ");
    }

    @Test
    void failureOfTheLastAttemptIsDeath() {
        Verdict verdict = verdict(LAST, new Outcome.Retry(CAUSE, ofSeconds(5)));

        assertThat(verdict).isEqualTo(Verdict.dead(LEASE, ERROR, verdict.stackTrace()));
        assertThat(verdict.stackTrace()).startsWith(ERROR);
    }

    @Test
    void givingUpIsDeathWhateverAttemptsAreLeft() {
        Verdict verdict = verdict(FIRST, new Outcome.GaveUp(CAUSE));

        assertThat(verdict).isEqualTo(Verdict.dead(LEASE, ERROR, verdict.stackTrace()));
    }

    @Test
    void timedOutIsTriedAgain() {
        assertThat(verdict(FIRST, new Ending.TimedOut(ofMinutes(15), ofSeconds(5))))
                .isEqualTo(Verdict.retry(LEASE, ofSeconds(5), TIMED_OUT, null));
    }

    @Test
    void timedOutInTheLastAttemptIsDeath() {
        assertThat(verdict(LAST, new Ending.TimedOut(ofMinutes(15), ofSeconds(5))))
                .isEqualTo(Verdict.dead(LEASE, TIMED_OUT, null));
    }

    @Test
    void snoozeGivesTheAttemptBackEvenIfItIsTheLast() {
        assertThat(verdict(LAST, new Outcome.Snooze(ofSeconds(5))))
                .isEqualTo(Verdict.snooze(LEASE, ofSeconds(5)))
                .extracting(Verdict::counts, Verdict::status)
                .containsExactly(false, TaskStatus.QUEUED);
    }

    @Test
    void releaseGivesTheAttemptBackEvenIfItIsTheLast() {
        assertThat(verdict(LAST, new Ending.Released()))
                .isEqualTo(Verdict.release(LEASE))
                .extracting(Verdict::counts, Verdict::status)
                .containsExactly(false, TaskStatus.QUEUED);
    }

    @Test
    void taskOfAnotherOrAnAdminGetsNoVerdict() {
        assertThat(Transition.of(FIRST, new Ending.Cancelled())).isEmpty();
        assertThat(Transition.of(FIRST, new Ending.LeaseLost())).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("ENDINGS")
    void everyVerdictAsksForTheLease(Ending ending) {
        assertThat(Transition.of(FIRST, ending).stream())
                .allSatisfy(verdict -> assertThat(verdict.lease()).isEqualTo(LEASE));
    }

    @Test
    void everyEndingButSuccessIsTested() {
        assertThat(ENDINGS.stream().map(Ending::kind))
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(Ending.Kind.SUCCEEDED)));
    }

    private static Verdict verdict(Claimed task, Ending ending) {
        return Transition.of(task, ending).orElseThrow();
    }
}
