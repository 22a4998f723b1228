package io.github.rowmill.engine.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a verdict that was committed, but whose answer was lost. A verdict that follows it is resolved by reading the
 * row.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class LostAnswerTest extends EngineTest {

    private static final Outcome RETRY =
            new Outcome.Retry(new IllegalStateException("the answer to COMMIT was lost"), Duration.ofHours(1));

    @Inject
    Claimant claimant;

    @Inject
    HandClaims claims;

    @Inject
    Completions completions;

    @Inject
    Verdicts verdicts;

    @Inject
    Recoverer recoverer;

    @Inject
    Settler settler;

    @Inject
    Heard heard;

    private Claimed task;

    @BeforeEach
    void claim() {
        queue.enqueue(NewTask.of("noop"));
        task = claims.claim("default", Set.of("noop"), 1).get(0);
        heard.clear();
    }

    @Test
    void aSuccessSentTwiceIsASuccess() {
        completions.completeAll(claimant, Successes.of(List.of(task.lease())));

        assertThat(settle(Outcome.succeeded()).ending()).isEqualTo(Outcome.succeeded());

        assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        assertThat(rows.of(task.id(), "status || ' ' || version")).isEqualTo("completed 2");
    }

    @Test
    void aFailureReportedAfterACommitThatTookEffectIsASuccess() {
        completions.completeIfHeld(claimant, Successes.of(task.lease()), () -> false);

        assertThat(settle(RETRY).ending()).isEqualTo(Outcome.succeeded());

        assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        assertThat(rows.of(task.id(), "status || ' ' || version")).isEqualTo("completed 2");
        assertThat(rows.number("select count(*) from rowmill_attempt")).isZero();
    }

    @Test
    void aFailureSentTwiceIsRecordedOnce() {
        verdicts.writeAll(claimant, List.of(new Verdict.Retried(task.lease(), Duration.ofMinutes(1), "first", null)));
        String due = rows.of(task.id(), "run_at");

        assertThat(settle(RETRY).ending()).isEqualTo(RETRY);

        assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        assertThat(rows.of(task.id(), "run_at")).isEqualTo(due);
        assertThat(rows.text("select string_agg(error, ',') from rowmill_attempt"))
                .isEqualTo("first");
    }

    @Test
    void aSnoozeSentTwiceAfterACrashIsStillASnooze() {
        mill.pass(task.id(), Duration.ofHours(1));
        recoverer.recoverOnce();
        task = claims.claim("default", Set.of("noop"), 1).get(0);
        verdicts.writeAll(claimant, List.of(new Verdict.Snoozed(task.lease(), Duration.ofHours(1))));
        heard.clear();

        Outcome snooze = Outcome.snooze(Duration.ofHours(1));
        assertThat(settle(snooze).ending()).isEqualTo(snooze);

        assertThat(heard.of(TaskEvent.Stale.class)).isEmpty();
        assertThat(rows.of(task.id(), "status || ' ' || crashes")).isEqualTo("queued 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aVerdictAfterARecoveryIsStale(boolean completedByAnother) {
        mill.pass(task.id(), Duration.ofHours(1));
        recoverer.recoverOnce();
        if (completedByAnother) {
            mill.drain();
            await().until(() -> !heard.of(TaskEvent.Ended.class).isEmpty());
        }
        String status = rows.of(task.id(), "status");
        heard.clear();

        settler.settle(Settlement.of(task, RETRY, Duration.ZERO));

        await().until(() -> heard.of(TaskEvent.Stale.class).size() == 1);
        assertThat(heard.of(TaskEvent.Ended.class)).isEmpty();
        assertThat(rows.of(task.id(), "status")).isEqualTo(status);
    }

    private TaskEvent.Ended settle(Outcome outcome) {
        settler.settle(Settlement.of(task, outcome, Duration.ZERO));
        await().until(() -> !heard.of(TaskEvent.Ended.class).isEmpty()
                || !heard.of(TaskEvent.Stale.class).isEmpty());
        return heard.of(TaskEvent.Ended.class).get(0);
    }
}
