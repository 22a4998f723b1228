package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A task's life as a drawing of waits and runs. Each is as wide as the logarithm of its length, so that moments
 * and days fit on one line. Places are in percent of the width.
 *
 * @param end the end of the task; null if it has not ended
 */
record Timeline(
        List<Stretch> stretches, List<Run> runs, @Nullable End end, String settled) {

    /** Most runs that are drawn. Earlier ones are part of the first stretch. */
    private static final int MAX_RUNS = 10;

    private static final double LEFT = 0.6;
    private static final double RIGHT = 98;

    /** Length in seconds up to which the scale is almost linear. */
    private static final double UNIT = 1.5;

    private static final double MIN_RUN = 0.5;
    private static final double MIN_WAIT = 0.12;
    private static final double HALF = 2;

    /**
     * A time of waiting.
     *
     * @param kind CSS class: {@code later}, {@code wait}, {@code back}
     */
    record Stretch(String kind, String x1, String x2, String middle, String label) {}

    /** An attempt. */
    record Run(
            int number,
            HandlerRun.Kind kind,
            String x,
            String width,
            String middle,
            String right,
            String start,
            String label) {

        public boolean isLost() {
            return kind == HandlerRun.Kind.LOST;
        }

        public boolean isRunning() {
            return kind == HandlerRun.Kind.RUNS;
        }

        /** Returns the state whose colour its end has, or empty text if it has not ended or was lost. */
        public String cap() {
            return switch (kind) {
                case FAILED, TIMED_OUT -> "dead";
                case SUCCEEDED -> "completed";
                case CANCELLED -> "cancelled";
                case LOST, RUNS -> "";
            };
        }
    }

    /**
     * The end of the task.
     *
     * @param from height at which its line begins
     * @param label the text beside it
     */
    record End(String x, String from, DisplayState mood, String label) {}

    static Timeline of(Task task, List<HandlerRun> tries, Times times) {
        return new Drawing(task, tries, times).trace();
    }

    private static String percent(double place) {
        return String.format(Locale.ROOT, "%.2f%%", place);
    }

    private static final class Drawing {

        private record Part(@Nullable HandlerRun run, String kind, double weight, String label) {}

        private final Task task;
        private final List<HandlerRun> tries;
        private final Times times;
        private final DisplayState mood;
        private final List<Part> parts = new ArrayList<>();

        private Drawing(Task task, List<HandlerRun> tries, Times times) {
            this.task = task;
            this.tries = tries.subList(Math.max(0, tries.size() - MAX_RUNS), tries.size());
            this.times = times;
            this.mood = DisplayState.of(task, times.now());
        }

        private Timeline trace() {
            Instant until = task.getCreated();
            for (HandlerRun run : tries) {
                Instant started = run.started() == null ? until : run.started();
                waits(until, started, run == tries.get(0));
                Instant ended = run.ended() == null ? times.now() : run.ended();
                Duration length = Duration.between(started, ended);
                parts.add(new Part(run, "", weight(length, MIN_RUN), label(run, length)));
                until = ended;
            }
            waitsOn(until);
            return drawn();
        }

        /** Adds a wait that has ended. Only for the last wait is it known when the task became due. */
        private void waits(Instant from, Instant to, boolean isFirst) {
            Instant due = task.getRunAt();
            String early = isFirst ? "later" : "back";
            if (due.isAfter(from) && due.isBefore(to)) {
                wait(early, from, due);
                wait("wait", due, to);
            } else {
                wait(isFirst ? "wait" : "back", from, to);
            }
        }

        private void waitsOn(Instant from) {
            Instant due = task.getRunAt();
            String early = tries.isEmpty() ? "later" : "back";
            switch (mood) {
                case SCHEDULED, RETRYING -> wait(early, from, due);
                case DUE, WAITING -> waits(from, times.now(), tries.isEmpty());
                case DEAD, CANCELLED -> {
                    Instant finished = task.getFinished();
                    if (finished != null && finished.isAfter(from)) {
                        wait(early, from, finished);
                    }
                }
                case EXECUTING, COMPLETED -> {}
            }
        }

        private void wait(String kind, Instant from, Instant to) {
            Duration length = Duration.between(from, to);
            if (!length.isNegative() && !length.isZero()) {
                parts.add(new Part(null, kind, weight(length, MIN_WAIT), Figures.duration(length)));
            }
        }

        private static double weight(Duration length, double min) {
            double seconds = Math.max(0, length.toMillis()) / 1e3;
            return Math.max(min, Math.log10(1 + seconds / UNIT));
        }

        private static String label(HandlerRun run, Duration length) {
            String text = Figures.duration(length);
            return switch (run.kind()) {
                case LOST -> "node lost";
                case TIMED_OUT -> text + ", timed out";
                case RUNS -> text + " so far";
                default -> text;
            };
        }

        private Timeline drawn() {
            double whole =
                    Math.max(MIN_WAIT, parts.stream().mapToDouble(Part::weight).sum());
            List<Stretch> stretches = new ArrayList<>();
            List<Run> runs = new ArrayList<>();
            double at = LEFT;
            for (Part part : parts) {
                double width = part.weight() / whole * (RIGHT - LEFT);
                HandlerRun run = part.run();
                String middle = percent(at + width / HALF);
                if (run == null) {
                    stretches.add(new Stretch(part.kind(), percent(at), percent(at + width), middle, part.label()));
                } else {
                    String start = run.started() == null ? "" : times.at(run.started());
                    runs.add(new Run(
                            run.number(),
                            run.kind(),
                            percent(at),
                            percent(width),
                            middle,
                            percent(at + width),
                            start,
                            part.label()));
                }
                at += width;
            }
            return new Timeline(stretches, runs, end(at), mood.hasEnded() ? mood.word() : "settled");
        }

        private @Nullable End end(double at) {
            Instant finished = task.getFinished();
            if (!mood.hasEnded() || finished == null) {
                return null;
            }
            boolean isFromRun = !parts.isEmpty() && parts.get(parts.size() - 1).run() != null;
            return new End(percent(at), isFromRun ? "36" : "84", mood, mood.word() + " at " + times.at(finished));
        }
    }
}
