package io.github.rowmill.operate.page.task;

import io.github.rowmill.engine.execute.NestedFlows;
import io.github.rowmill.operate.admin.step.StepViews;
import io.github.rowmill.operate.admin.step.StepViews.StepView;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps, sleeps and waits of a task as rows of a table, and its signals.
 *
 * @param isCut whether there are earlier steps
 * @param signals the signals that no wait has taken
 */
record StepTable(List<Row> rows, boolean isCut, List<Signal> signals) {

    /** A sleep is over at the time when its task is due, or a little before, as the verdict is written later. */
    private static final Duration VERDICT = Duration.ofSeconds(30);

    /**
     * A step.
     *
     * @param flow the flow that the step waits for; null for none
     * @param tone the class of its colour
     * @param icon the name of its icon in the sprite
     * @param state the state in words
     * @param over the time when it was over, or will be; empty if that is not known
     * @param value the value, or why it is not shown; empty if there is none
     * @param isValue whether the value is shown
     */
    record Row(
            String name,
            String kind,
            @Nullable Long flow,
            String tone,
            String icon,
            String state,
            String began,
            String over,
            String value,
            boolean isValue) {

        private static Row of(StepView step, boolean isLive, Times times) {
            State state = State.of(step, isLive);
            String json = step.value().json();
            return new Row(
                    step.name(),
                    kind(step.kind()),
                    step.flow(),
                    state.tone,
                    state.icon,
                    step.turns() > 0 ? "%s, %s turns".formatted(state.word, step.turns()) : state.word,
                    times.at(step.begun()),
                    over(step, times),
                    json == null ? step.value().reason() : json,
                    json != null);
        }

        private static String kind(String stored) {
            return switch (stored) {
                case "signal" -> "wait for a signal";
                case "flow" -> "wait for flow";
                default -> stored;
            };
        }

        private static String over(StepView step, Times times) {
            Instant done = step.done();
            if (done != null) {
                return times.at(done);
            }
            Instant until = step.until();
            return until == null ? "" : "until %s, %s".formatted(times.at(until), times.ago(until));
        }
    }

    /** A signal that no wait has taken. */
    record Signal(String name, String sent, String value, boolean isValue) {

        private static Signal of(StepViews.SignalView signal, Times times) {
            String json = signal.payload().json();
            return new Signal(
                    signal.name(),
                    times.at(signal.sent()),
                    json == null ? signal.payload().reason() : json,
                    json != null);
        }
    }

    private enum State {
        DONE("completed", "completed", "done"),
        RECEIVED("completed", "completed", "received"),
        WITHOUT("cancelled", "cancelled", "no signal came"),
        RUNS("executing", "executing", "goes on"),
        SLEEPS("waiting", "waiting", "sleeps"),
        WAITS("waiting", "waiting", "waits"),
        CUT_OFF("cancelled", "cancelled", "the task has ended");

        private final String tone;
        private final String icon;
        private final String word;

        State(String tone, String icon, String word) {
            this.tone = tone;
            this.icon = icon;
            this.word = word;
        }

        private static State of(StepView step, boolean isLive) {
            if (step.done() != null) {
                return !step.kind().equals("signal") ? DONE : step.isReceived() ? RECEIVED : WITHOUT;
            }
            if (!isLive) {
                return CUT_OFF;
            }
            return switch (step.kind()) {
                case "sleep" -> SLEEPS;
                case "signal", "flow" -> WAITS;
                default -> RUNS;
            };
        }
    }

    static StepTable of(StepViews.View view, boolean isLive, Times times) {
        return new StepTable(
                view.steps().stream().map(step -> Row.of(step, isLive, times)).toList(),
                view.isCut(),
                view.signals().stream()
                        .filter(one -> NestedFlows.flow(one.name()).isEmpty())
                        .map(one -> Signal.of(one, times))
                        .toList());
    }

    /** Returns what a queued task waits for, in words; empty if it is due, or waits for nothing but its time. */
    static String pause(Task task, StepViews.View view, Times times) {
        Instant due = task.getRunAt();
        if (!task.isWaiting() || !times.since(due).isNegative()) {
            return "";
        }
        String until = "until %s, %s".formatted(times.at(due), times.ago(due));
        String signal = task.getAwaits();
        if (signal != null) {
            String flow = NestedFlows.flow(signal);
            return flow.isEmpty()
                    ? "waits for the signal '%s' %s".formatted(signal, until)
                    : "waits for the end of flow %s".formatted(flow);
        }
        return view.steps().stream()
                .filter(step -> isAsleep(step, due))
                .findFirst()
                .map(step -> "sleeps in '%s' %s".formatted(step.name(), until))
                .orElse("");
    }

    /** Returns whether the task is due at the end of this sleep. After a failure it is due at another time. */
    private static boolean isAsleep(StepView step, Instant due) {
        Instant until = step.until();
        return until != null
                && step.done() == null
                && step.kind().equals("sleep")
                && !due.isBefore(until.minusSeconds(1))
                && !due.isAfter(until.plus(VERDICT));
    }
}
