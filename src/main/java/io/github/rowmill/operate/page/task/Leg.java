package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.admin.step.StepViews.StepView;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run of the handler, and the sleep or wait that ended it.
 *
 * @param pause null if the run ended by itself, or goes on
 * @param isExact whether the start of the run is known. If a sleep or wait has ended it, only the latest claim is
 *     recorded. Other runs are drawn from the end of the sleep before, or from their first step.
 */
record Leg(HandlerRun run, @Nullable StepView pause, boolean isExact) {

    private static final Set<String> PAUSES = Set.of("sleep", "signal", "flow");

    /** A wait that was over so soon has not ended its run: the signal was there already. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    /**
     * Returns the known runs, first one first.
     *
     * @param tries the runs that failed, and the last run
     * @param steps the steps of the task
     */
    static List<Leg> of(Task task, List<HandlerRun> tries, List<StepView> steps) {
        List<StepView> pauses = pauses(steps);
        Deque<HandlerRun> ran = new ArrayDeque<>(withoutPaused(tries, pauses));
        List<Leg> legs = new ArrayList<>();
        Instant until = task.getCreated();
        Instant paused = null;
        Instant resumed = null;
        for (StepView pause : pauses) {
            while (!ran.isEmpty() && !isLater(ran.getFirst().started(), pause.begun())) {
                HandlerRun run = ran.removeFirst();
                legs.add(new Leg(run, null, true));
                until = run.ended() == null ? until : run.ended();
                paused = null;
                resumed = null;
            }
            Instant known = claim(task, paused == null ? until : paused, pause);
            Instant start = known != null ? known : resumed != null ? resumed : firstStep(steps, until, pause);
            int number = ran.isEmpty() ? task.getAttempts() + 1 : ran.getFirst().number();
            legs.add(new Leg(
                    new HandlerRun(number, HandlerRun.Kind.PAUSED, start, pause.begun(), "", null),
                    pause,
                    known != null));
            paused = pause.begun();
            resumed = pause.done();
            until = resumed == null ? pause.begun() : resumed;
        }
        ran.forEach(run -> legs.add(new Leg(run, null, true)));
        return legs;
    }

    private static List<StepView> pauses(List<StepView> steps) {
        return steps.stream()
                .filter(Leg::isPause)
                .filter(step -> step.done() == null
                        || Duration.between(step.begun(), step.done()).compareTo(AT_ONCE) > 0)
                .sorted(Comparator.comparing(StepView::begun))
                .toList();
    }

    private static boolean isPause(StepView step) {
        return PAUSES.contains(step.kind());
    }

    /** Returns the runs, without that of a task that was cancelled while it slept or waited. */
    private static List<HandlerRun> withoutPaused(List<HandlerRun> tries, List<StepView> pauses) {
        if (tries.isEmpty() || pauses.isEmpty()) {
            return tries;
        }
        int last = tries.size() - 1;
        HandlerRun run = tries.get(last);
        StepView pause = pauses.get(pauses.size() - 1);
        boolean wasPaused = run.kind() == HandlerRun.Kind.CANCELLED
                && pause.done() == null
                && !isLater(run.started(), pause.begun());
        return wasPaused ? tries.subList(0, last) : tries;
    }

    private static boolean isLater(@Nullable Instant moment, Instant than) {
        return moment != null && moment.isAfter(than);
    }

    /** Returns the time of the latest claim if it began the run that this pause ended, or else null. */
    private static @Nullable Instant claim(Task task, Instant until, StepView pause) {
        Instant started = task.getStarted();
        return started == null || started.isBefore(until) || started.isAfter(pause.begun()) ? null : started;
    }

    private static Instant firstStep(List<StepView> steps, Instant until, StepView pause) {
        return steps.stream()
                .map(StepView::begun)
                .filter(begun -> !begun.isBefore(until) && begun.isBefore(pause.begun()))
                .min(Comparator.naturalOrder())
                .orElse(pause.begun());
    }

    /** Returns the end of the run, or {@code now} if it goes on. */
    Instant end(Instant now) {
        Instant ended = run.ended();
        return ended == null ? now : ended;
    }

    /** Returns when steps were recorded in this run. */
    List<Instant> records(List<StepView> steps, Instant now) {
        Instant from = run.started();
        Instant to = end(now);
        return steps.stream()
                .filter(step -> !isPause(step))
                .map(StepView::done)
                .filter(done -> done != null && from != null && !done.isBefore(from) && !done.isAfter(to))
                .sorted()
                .toList();
    }
}
