package io.github.rowmill.chaos.ledger;

import static io.github.rowmill.chaos.ledger.Act.*;
import static io.github.rowmill.chaos.ledger.LedgerTest.mistake;
import static io.github.rowmill.chaos.ledger.Step.a;
import static io.github.rowmill.chaos.ledger.Step.b;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Lives of a rental, whose task has steps and waits for a signal. Most begin with the same steps. */
final class StepHistories {

    private StepHistories() {}

    static Stream<Arguments> sound() {
        return Stream.of(
                LedgerTest.sound(
                        "a rental whose bike returned while it waited",
                        rental(
                                a(WAITS),
                                a(SUSPENDS),
                                b(SENDS_A_SIGNAL),
                                b(WAKES),
                                b(CLAIMS),
                                b(RECEIVES),
                                b(CLOSES_WITH_A_SLIP))),
                LedgerTest.sound(
                        "a rental whose bike returned before it waited",
                        rental(b(SENDS_A_SIGNAL), a(WAITS_AND_RECEIVES), a(CLOSES_WITH_A_SLIP))),
                LedgerTest.sound(
                        "a rental whose bike did not return",
                        rental(a(WAITS), a(SUSPENDS), b(CLAIMS), b(TIMES_OUT), b(CLOSES_WITHOUT_A_SLIP))),
                LedgerTest.sound(
                        "a rental that was cancelled before it took its signal", rental(b(SENDS_A_SIGNAL), b(CANCELS))),
                LedgerTest.sound(
                        "a step whose node died before its record",
                        a(IS_A_RENTAL),
                        a(CLAIMS),
                        a(RESERVES_WITHOUT_RECORD),
                        a(EXPIRES),
                        b(RECOVERS),
                        b(CLAIMS),
                        b(RESERVES),
                        b(PAYS),
                        b(PAYS_FOR_A_DAY),
                        b(WAITS_AND_TIMES_OUT),
                        b(CLOSES_WITHOUT_A_SLIP)));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                closed("a transaction that was committed twice", "A_STEP_IN_A_TRANSACTION_HAPPENS_ONCE", PAYS_AGAIN),
                mistake(
                        "a transaction whose record is lost",
                        List.of("A_STEP_IN_A_TRANSACTION_HAPPENS_ONCE"),
                        rental(a(FORGETS_THE_PAYMENT), b(CANCELS))),
                closed("a turn that was committed twice", "A_TURN_OF_A_LOOP_HAPPENS_ONCE", PAYS_FOR_THE_DAY_AGAIN),
                closed("a record that was written again", "A_RECORDED_STEP_NEVER_CHANGES", WRITES_THE_RECORD_AGAIN),
                mistake(
                        "a step that was recorded and not done",
                        List.of("A_RECORDED_STEP_WAS_DONE"),
                        a(IS_A_RENTAL),
                        a(CLAIMS),
                        a(RECORDS_WITHOUT_RESERVING),
                        b(CANCELS)),
                mistake(
                        "a later attempt that sees another value",
                        List.of("EVERY_ATTEMPT_SEES_THE_RECORDED_VALUE"),
                        a(IS_A_RENTAL),
                        a(CLAIMS),
                        a(RESERVES),
                        a(PAYS_FOR_ANOTHER_BIKE),
                        b(CANCELS)),
                closed(
                        "a signal that was acknowledged and lost",
                        "EVERY_ACKNOWLEDGED_SIGNAL_IS_THERE",
                        ACKNOWLEDGES_AN_UNSENT_SIGNAL),
                mistake(
                        "a signal that was lost after its commit",
                        List.of("A_SIGNAL_IS_RECEIVED_ONCE"),
                        rental(b(SENDS_A_SIGNAL), b(LOSES_THE_SIGNAL), b(CANCELS))),
                mistake(
                        "a signal that was received twice",
                        List.of("A_SIGNAL_IS_RECEIVED_ONCE"),
                        rental(b(SENDS_A_SIGNAL), a(WAITS_AND_RECEIVES), a(RECEIVES_AGAIN), a(CLOSES_WITH_A_SLIP))),
                mistake(
                        "a wait that ended without the signal that was there",
                        List.of("NO_WAIT_PASSES_OVER_A_SIGNAL"),
                        rental(
                                a(WAITS),
                                a(SUSPENDS),
                                b(SENDS_A_SIGNAL),
                                b(CLAIMS),
                                b(TIMES_OUT),
                                b(CLOSES_WITHOUT_A_SLIP))),
                mistake(
                        "a task that waits though its signal was sent",
                        List.of("A_WAIT_ENDS_WHEN_ITS_SIGNAL_WAS_SENT", "EVERY_TASK_HAS_ENDED"),
                        rental(a(WAITS), a(SUSPENDS), b(SENDS_A_SIGNAL))),
                mistake(
                        "a handler that does not get the signal of its wait",
                        List.of("A_HANDLER_GETS_THE_SIGNAL_THAT_ITS_WAIT_RECEIVED"),
                        rental(b(SENDS_A_SIGNAL), a(WAITS_AND_RECEIVES), a(CLOSES_WITHOUT_A_SLIP))),
                mistake(
                        "a worker that is held while the task waits",
                        List.of("NO_WORKER_IS_HELD"),
                        rental(a(WAITS), b(SENDS_A_SIGNAL), a(RECEIVES), a(CLOSES_WITH_A_SLIP))));
    }

    /**
     * Returns the life of a rental that is closed. Its bike returned before it waited, and one of its acts is a
     * mistake.
     */
    private static Arguments closed(String name, String breach, Act mistake) {
        return mistake(
                name,
                List.of(breach),
                rental(b(SENDS_A_SIGNAL), a(mistake), a(WAITS_AND_RECEIVES), a(CLOSES_WITH_A_SLIP)));
    }

    /** Returns the acts of a rental that has reserved a bike and was paid, followed by {@code more}. */
    private static Step[] rental(Step... more) {
        List<Step> steps = new ArrayList<>(List.of(a(IS_A_RENTAL), a(CLAIMS), a(RESERVES), a(PAYS), a(PAYS_FOR_A_DAY)));
        steps.addAll(List.of(more));
        return steps.toArray(Step[]::new);
    }
}
