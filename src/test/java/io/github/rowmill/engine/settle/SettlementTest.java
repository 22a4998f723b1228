package io.github.rowmill.engine.settle;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.ClaimedTasks;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.FailureSignature;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SettlementTest {

    private static final Lease LEASE = new Lease(7, 3);
    private static final Claimed FIRST = ClaimedTasks.claimed(LEASE, "default", 1, 0);
    private static final Claimed LAST = ClaimedTasks.claimed(LEASE, "default", 10, 0);
    private static final IllegalStateException CAUSE = new IllegalStateException("no paper");
    private static final String SIGNATURE = FailureSignature.of(CAUSE).id();
    private static final String ERROR = "java.lang.IllegalStateException: no paper";
    private static final String TIMED_OUT = "timed out: the handler took longer than PT15M";

    static final List<Ending> ENDINGS = List.of(
            Outcome.succeeded(),
            new Outcome.Retry(CAUSE, ofSeconds(5)),
            new Outcome.Snooze(ofSeconds(5)),
            new Outcome.GaveUp(CAUSE),
            new Ending.TimedOut(ofMinutes(15), ofSeconds(5)),
            new Ending.Cancelled(),
            new Ending.LeaseLost(),
            new Ending.Released(),
            new Ending.Suspended(ofSeconds(5), "paid"));

    @Test
    void successCompletes() {
        assertThat(verdict(LAST, Outcome.succeeded())).isEqualTo(new Verdict.Completed(LEASE));
    }

    @Test
    void failureIsTriedAgain() {
        Verdict verdict = verdict(FIRST, new Outcome.Retry(CAUSE, ofSeconds(5)));

        assertThat(verdict).isEqualTo(new Verdict.Retried(LEASE, ofSeconds(5), ERROR, verdict.stackTrace(), SIGNATURE));
        assertThat(verdict.stackTrace()).startsWith(ERROR + "\n\tat ");
    }

    @Test
    void aFailureOfTheLastAttemptMakesTheTaskDead() {
        Verdict verdict = verdict(LAST, new Outcome.Retry(CAUSE, ofSeconds(5)));

        assertThat(verdict).isEqualTo(new Verdict.Dead(LEASE, ERROR, verdict.stackTrace(), SIGNATURE));
        assertThat(verdict.stackTrace()).startsWith(ERROR);
        assertThat(settlement(LAST, new Outcome.Retry(CAUSE, ofSeconds(5))).ending())
                .isEqualTo(new Outcome.GaveUp(CAUSE));
    }

    @Test
    void aTaskThatIsGivenUpIsDeadWithAttemptsLeft() {
        Verdict verdict = verdict(FIRST, new Outcome.GaveUp(CAUSE));

        assertThat(verdict).isEqualTo(new Verdict.Dead(LEASE, ERROR, verdict.stackTrace(), SIGNATURE));
    }

    @Test
    void aTimeoutIsRetried() {
        assertThat(verdict(FIRST, new Ending.TimedOut(ofMinutes(15), ofSeconds(5))))
                .isEqualTo(new Verdict.Retried(LEASE, ofSeconds(5), TIMED_OUT, null, "timed-out"));
    }

    @Test
    void aTimeoutOfTheLastAttemptMakesTheTaskDead() {
        assertThat(verdict(LAST, new Ending.TimedOut(ofMinutes(15), ofSeconds(5))))
                .isEqualTo(new Verdict.Dead(LEASE, TIMED_OUT, null, "timed-out"));
    }

    @Test
    void aSnoozeInTheLastAttemptDoesNotCountTheAttempt() {
        assertThat(verdict(LAST, new Outcome.Snooze(ofSeconds(5))))
                .isEqualTo(new Verdict.Snoozed(LEASE, ofSeconds(5)))
                .extracting(Verdict::counts, Verdict::status)
                .containsExactly(false, TaskStatus.QUEUED);
    }

    @Test
    void aSuspensionInTheLastAttemptDoesNotCountTheAttempt() {
        assertThat(verdict(LAST, new Ending.Suspended(ofSeconds(5), "paid")))
                .isEqualTo(new Verdict.Suspended(LEASE, ofSeconds(5), "paid"))
                .extracting(Verdict::counts, Verdict::status)
                .containsExactly(false, TaskStatus.QUEUED);
    }

    @Test
    void aReleaseInTheLastAttemptDoesNotCountTheAttempt() {
        assertThat(verdict(LAST, new Ending.Released()))
                .isEqualTo(new Verdict.Released(LEASE))
                .extracting(Verdict::counts, Verdict::status)
                .containsExactly(false, TaskStatus.QUEUED);
    }

    @Test
    void aCancelledTaskOrALostLeaseGetsNoVerdict() {
        assertThat(settlement(FIRST, new Ending.Cancelled()).verdict()).isNull();
        assertThat(settlement(FIRST, new Ending.LeaseLost()).verdict()).isNull();
    }

    @ParameterizedTest
    @FieldSource("ENDINGS")
    void everyVerdictHasTheLeaseOfItsTask(Ending ending) {
        Verdict verdict = settlement(FIRST, ending).verdict();

        assertThat(verdict == null || verdict.lease().equals(LEASE)).isTrue();
    }

    @Test
    void everyEndingIsTested() {
        assertThat(ENDINGS.stream().map(Ending::kind)).containsExactlyInAnyOrder(Ending.Kind.values());
    }

    private static Verdict verdict(Claimed task, Ending ending) {
        return Objects.requireNonNull(settlement(task, ending).verdict());
    }

    private static Settlement settlement(Claimed task, Ending ending) {
        return Settlement.of(task, ending, Duration.ZERO);
    }
}
