package io.github.rowmill.chaos.ledger;

import static io.github.rowmill.chaos.ledger.Act.*;
import static io.github.rowmill.chaos.ledger.Step.a;
import static io.github.rowmill.chaos.ledger.Step.b;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the ledger finds and names each kind of mistake, and finds nothing in a correct life. */
class LedgerTest {

    private static History history;

    @BeforeAll
    static void startDatabase() throws IOException, SQLException {
        history = History.begin();
    }

    @AfterAll
    static void stopDatabase() throws IOException {
        history.close();
    }

    static Stream<Arguments> soundHistories() {
        return Stream.of(
                sound("completed", a(CLAIMS), a(COMPLETES)),
                sound("failed, and completed", a(CLAIMS), a(FAILS_UNDER_LEASE_1), b(CLAIMS), b(COMPLETES)),
                sound("recovered", a(CLAIMS), a(EXPIRES), b(RECOVERS), b(CLAIMS), b(COMPLETES)),
                sound(
                        "claimed as it was enqueued, and recovered from a node that could not ask",
                        a(CLAIMS),
                        a(AS_IT_WAS_ENQUEUED),
                        a(IS_KEPT_FROM_THE_DATABASE),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        b(COMPLETES)),
                sound(
                        "asleep after a crash",
                        a(CLAIMS),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        b(SLEEPS_AND_FORGETS_CRASHES),
                        b(CLAIMS),
                        b(COMPLETES)),
                sound("late, and still the only one", a(CLAIMS), a(EXPIRES), a(COMPLETES)),
                sound(
                        "given back, put off, given up",
                        a(CLAIMS),
                        a(RELEASES),
                        b(CLAIMS),
                        b(SNOOZES),
                        a(CLAIMS),
                        a(GIVES_UP)),
                sound("a reminder that was sent", a(IS_A_REMINDER), a(CLAIMS), a(SENDS), a(COMPLETES_WITHOUT_EFFECT)),
                sound("cancelled while it ran", a(CLAIMS), b(CANCELS)),
                sound("before another part", a(IS_OF_A_FLOW), a(CLAIMS), a(COMPLETES), b(STARTS_THE_NEXT_PART)),
                sound(
                        "started after a younger one, as an admin queued it again",
                        b(CANCELS),
                        b(RETRIES_AS_ADMIN),
                        a(STARTS_BEFORE_AN_OLDER_ONE),
                        a(CLAIMS),
                        a(COMPLETES)),
                sound(
                        "queued again by an admin",
                        a(CLAIMS),
                        a(GIVES_UP),
                        b(RETRIES_AS_ADMIN),
                        b(CLAIMS),
                        b(COMPLETES)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"soundHistories", "io.github.rowmill.chaos.ledger.StepHistories#sound"})
    void aSoundHistoryHasNoBreach(String name, List<Step> steps) throws SQLException {
        play(false, steps);

        assertThat(history.breaches()).isEmpty();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(
                        "another node's stale failure decides its successor's attempt",
                        List.of(
                                "ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT",
                                "A_VERDICT_DECIDES_THE_ATTEMPT_OF_ITS_OWN_LEASE"),
                        a(CLAIMS),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        a(FAILS_UNDER_LEASE_1),
                        b(CLAIMS),
                        b(COMPLETES)),
                mistake(
                        "a node's own stale failure decides its second attempt",
                        List.of("A_VERDICT_DECIDES_THE_ATTEMPT_OF_ITS_OWN_LEASE"),
                        a(CLAIMS),
                        a(EXPIRES),
                        b(RECOVERS),
                        a(CLAIMS),
                        a(FAILS_UNDER_LEASE_1),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "another node's stale snooze decides its successor's attempt",
                        List.of("ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT"),
                        a(CLAIMS),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        a(SNOOZES),
                        b(CLAIMS),
                        b(COMPLETES)),
                mistake(
                        "a stale end decides its successor's attempt",
                        List.of("ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT"),
                        a(CLAIMS),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        a(GIVES_UP)),
                mistake(
                        "a stale success completes its successor's attempt",
                        List.of("ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT"),
                        a(CLAIMS),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "two attempts complete",
                        List.of(
                                "COMPLETED_NEVER_CHANGES",
                                "EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE",
                                "NO_DOUBLE_EFFECT"),
                        a(CLAIMS),
                        a(COMPLETES),
                        a(COMPLETES)),
                mistake(
                        "a lease is recovered before it has expired",
                        List.of("A_LEASE_IS_RECOVERED_ONLY_WHEN_IT_HAS_EXPIRED"),
                        a(CLAIMS),
                        b(RECOVERS),
                        b(CLAIMS),
                        b(COMPLETES)),
                mistake(
                        "a claim in another's name",
                        List.of("ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT", "A_LEASE_IS_TAKEN_IN_THE_CLAIMERS_OWN_NAME"),
                        a(CLAIMS_FOR_ANOTHER),
                        a(COMPLETES)),
                mistake(
                        "an attempt that is not counted",
                        List.of("ATTEMPTS_ARE_COUNTED_AT_THE_CLAIM"),
                        a(TAKES_FREE_OF_CHARGE),
                        a(COMPLETES)),
                mistake(
                        "a completion without its effect",
                        List.of("AN_EFFECT_EXACTLY_WHEN_COMPLETED"),
                        a(CLAIMS),
                        a(COMPLETES_WITHOUT_EFFECT)),
                mistake(
                        "a renewal that raises the version",
                        List.of(
                                "EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE",
                                "ATTEMPTS_ARE_COUNTED_AT_THE_CLAIM"),
                        a(CLAIMS),
                        a(RENEWS_BY_VERSION),
                        a(COMPLETES)),
                mistake(
                        "an enqueue that its handler was told of and that is not there",
                        List.of("WHAT_A_COMPLETED_HANDLER_ENQUEUED_IS_THERE"),
                        a(IS_A_REMINDER),
                        a(CLAIMS),
                        a(COMPLETES_WITHOUT_EFFECT)),
                mistake(
                        "a reading of a batch that is completed without its effect",
                        List.of("AN_EFFECT_EXACTLY_WHEN_COMPLETED"),
                        a(IS_A_READING),
                        a(CLAIMS),
                        a(COMPLETES_WITHOUT_EFFECT)),
                mistake(
                        "a queued task whose version is raised without a signal",
                        List.of("EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE"),
                        a(RENEWS_BY_VERSION),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake("a task that is left", List.of("EVERY_TASK_HAS_ENDED"), a(CLAIMS)),
                mistake(
                        "a row that is lost",
                        List.of(
                                "EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE",
                                "EVERY_ACKNOWLEDGED_ENQUEUE_IS_THERE"),
                        a(LOSES_THE_ROW)),
                mistake(
                        "a completion that deletes where completed tasks are kept",
                        List.of(
                                "EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE",
                                "AN_EFFECT_EXACTLY_WHEN_COMPLETED",
                                "EVERY_ACKNOWLEDGED_ENQUEUE_IS_THERE"),
                        a(CLAIMS),
                        a(DELETES)),
                mistake(
                        "a row that the triggers did not see",
                        List.of("ONE_LEASE_AT_A_TIME"),
                        a(MOVES_UNSEEN),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "a verdict that leaves the version",
                        List.of("ONE_VERDICT_PER_LEASE", "EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE"),
                        a(CLAIMS),
                        a(FORGETS_THE_VERSION),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "a dead task that rises without an admin",
                        List.of("DEAD_AND_CANCELLED_CHANGE_BY_AN_ADMINS_RETRY_ALONE"),
                        a(CLAIMS),
                        a(GIVES_UP),
                        a(RISES),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake("a cancellation nobody asked for", List.of("ONLY_AN_ADMIN_CANCELS"), a(CANCELS_UNASKED)),
                mistake(
                        "an attempt too many",
                        List.of("ATTEMPTS_AT_MOST_MAX"),
                        a(LIMITS_TO_ONE_ATTEMPT),
                        a(CLAIMS),
                        a(FAILS_UNDER_LEASE_1),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "two live tasks of one key",
                        List.of("ONE_LIVE_TASK_PER_KEY"),
                        b(SNEAKS_IN_ANOTHER),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "a task that was claimed as it was enqueued, and forgotten by a node that lives",
                        List.of("A_CLAIM_OF_A_LIVING_NODE_BURNS_NOTHING"),
                        a(CLAIMS),
                        a(AS_IT_WAS_ENQUEUED),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        b(COMPLETES)),
                mistake(
                        "a part that starts before the end",
                        List.of("NO_PART_STARTS_EARLY"),
                        a(IS_OF_A_FLOW),
                        a(CLAIMS),
                        b(STARTS_THE_NEXT_PART),
                        a(COMPLETES)),
                mistake(
                        "a part that starts twice",
                        List.of("A_PART_STARTS_ONCE"),
                        a(IS_OF_A_FLOW),
                        a(CLAIMS),
                        a(COMPLETES),
                        b(STARTS_THE_NEXT_PART),
                        b(FORGETS_THE_START),
                        b(STARTS_THE_NEXT_PART)),
                mistake(
                        "a flow that is left",
                        List.of("NO_FLOW_IS_FORGOTTEN"),
                        a(FORGETS_A_FLOW),
                        a(CLAIMS),
                        a(COMPLETES)),
                mistake(
                        "an order whose flow is lost",
                        List.of("AN_ORDER_HAS_ONE_FLOW"),
                        a(PLACES_NO_ORDER),
                        a(CLAIMS),
                        a(COMPLETES)),
                rule("NEVER_MORE_THAN_THE_LIMIT", STARTS_OVER_A_LIMIT),
                rule("ONE_AFTER_THE_OTHER", STARTS_BEFORE_THE_END_OF_ANOTHER),
                rule("IN_THE_ORDER_OF_THEIR_ENQUEUE", STARTS_BEFORE_AN_OLDER_ONE),
                rule("NOT_FASTER_THAN_THE_RATE", STARTS_TOO_FAST),
                rule("NO_KEY_FASTER_THAN_ITS_RATE", STARTS_A_KEY_TOO_FAST));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"mistakes", "io.github.rowmill.chaos.ledger.StepHistories#mistakes"})
    void eachMistakeIsFoundAndNamed(String name, List<Step> steps, List<String> breaches) throws SQLException {
        play(false, steps);

        assertThat(history.breaches()).containsExactlyInAnyOrderElementsOf(breaches);
    }

    @Test
    void everyCheckIsAbleToFail() {
        assertThat(Stream.concat(mistakes(), StepHistories.mistakes())
                        .flatMap(mistake -> ((List<?>) mistake.get()[2]).stream())
                        .map(Object::toString))
                .containsAll(Arrays.stream(Check.values()).map(Check::name).toList());
    }

    @Test
    void aTaskDeletedByItsVerdictCountsAsCompleted() throws SQLException {
        play(true, List.of(a(CLAIMS), a(EXPIRES), b(RECOVERS), b(CLAIMS), b(DELETES)));

        assertThat(history.breaches()).isEmpty();
    }

    @Test
    void aStaleSuccessThatDeletesItsSuccessorsTaskIsFound() throws SQLException {
        play(true, List.of(a(CLAIMS), a(EXPIRES), b(RECOVERS), b(CLAIMS), a(DELETES)));

        assertThat(history.breaches()).containsExactly("ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT");
    }

    @Test
    void aDeletedQueuedTaskIsLostEvenIfCompletedTasksAreDeleted() throws SQLException {
        play(true, List.of(a(LOSES_THE_ROW)));

        assertThat(history.breaches())
                .contains(
                        "EVERY_ACKNOWLEDGED_ENQUEUE_IS_THERE",
                        "EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE");
    }

    private static void play(boolean completionsDelete, List<Step> steps) throws SQLException {
        history.restart(completionsDelete);
        for (Step step : steps) {
            history.by(step.node(), scoped(step.act()));
        }
    }

    /** Returns the statements of an act. If the last one writes all tasks, it is limited to the first task. */
    private static String scoped(Act act) {
        String last = act.sql.substring(act.sql.lastIndexOf(';') + 1).strip();
        boolean isOfAllTasks = last.matches("(?s)(update|delete from) rowmill_task\\b(?!.*\\bwhere\\b).*");
        return isOfAllTasks ? act.sql.stripTrailing() + " where id = 1" : act.sql;
    }

    static Arguments sound(String name, Step... steps) {
        return Arguments.of(name, List.of(steps));
    }

    /** Returns a mistake: a start that breaks a rule. */
    private static Arguments rule(String breach, Act act) {
        return mistake(act.name(), List.of(breach), a(act), a(CLAIMS), a(COMPLETES));
    }

    static Arguments mistake(String name, List<String> breaches, Step... steps) {
        return Arguments.of(name, List.of(steps), breaches);
    }
}
