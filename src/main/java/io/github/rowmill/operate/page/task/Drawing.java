package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.admin.step.StepViews.StepView;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.task.Timeline.End;
import io.github.rowmill.operate.page.task.Timeline.Run;
import io.github.rowmill.operate.page.task.Timeline.Stretch;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Draws the {@link Timeline} of a task. */
final class Drawing {

    /** Most runs that are drawn. Earlier ones are part of the first stretch. */
    private static final int MAX_RUNS = 10;

    private static final double LEFT = 0.6;
    private static final double RIGHT = 98;

    /** Length in seconds up to which the scale is almost linear. */
    private static final double UNIT = 1.5;

    private static final double MIN_RUN = 0.5;
    private static final double MIN_WAIT = 0.12;
    private static final double HALF = 2;

    /** A stretch of at least this share of the width has room for a name. */
    private static final double ROOM = 0.2;

    private static final int MAX_NAME = 20;

    /** A run, or a stretch between runs, which has the name of a sleep or wait, or an empty name. */
    private record Part(@Nullable Leg leg, String kind, double weight, String name, String label) {}

    private final Task task;
    private final List<Leg> legs;
    private final List<StepView> steps;
    private final Times times;
    private final DisplayState mood;
    private final List<Part> parts = new ArrayList<>();

    Drawing(Task task, List<Leg> legs, List<StepView> steps, Times times) {
        this.task = task;
        this.legs = legs.subList(Math.max(0, legs.size() - MAX_RUNS), legs.size());
        this.steps = steps;
        this.times = times;
        this.mood = DisplayState.of(task, times.now());
    }

    Timeline timeline() {
        Instant until = task.getCreated();
        Leg before = null;
        for (Leg leg : legs) {
            HandlerRun run = leg.run();
            Instant started = run.started() == null ? until : run.started();
            waits(before, until, started);
            Instant ended = leg.end(times.now());
            Duration length = Duration.between(started, ended);
            String label = leg.isExact() ? label(run, length) : "";
            parts.add(new Part(leg, "", weight(length, MIN_RUN), "", label));
            until = ended;
            before = leg;
        }
        waitsOn(before, until);
        return drawn();
    }

    /**
     * Adds a wait that has ended. It is known when the task became due for the last wait, and for a sleep or a
     * wait in a step that lasted until its end.
     */
    private void waits(@Nullable Leg before, Instant from, Instant to) {
        StepView pause = before == null ? null : before.pause();
        Instant due = pause == null || pause.until() == null ? task.getRunAt() : pause.until();
        if (due.isAfter(from) && due.isBefore(to)) {
            wait(before, from, due);
            wait("wait", "", due, to);
        } else if (before == null) {
            wait("wait", "", from, to);
        } else {
            wait(before, from, to);
        }
    }

    private void waitsOn(@Nullable Leg before, Instant from) {
        switch (mood) {
            case SCHEDULED, RETRYING -> wait(before, from, task.getRunAt());
            case DUE, WAITING -> waits(before, from, times.now());
            case DEAD, CANCELLED -> {
                Instant finished = task.getFinished();
                if (finished != null) {
                    wait(before, from, finished);
                }
            }
            case EXECUTING, COMPLETED -> {}
        }
    }

    /** Adds the time until the task is due, after a run or after its creation. */
    private void wait(@Nullable Leg before, Instant from, Instant to) {
        StepView pause = before == null ? null : before.pause();
        if (pause != null) {
            wait("asleep", pause.name(), from, to);
        } else {
            wait(before == null ? "later" : "back", "", from, to);
        }
    }

    private void wait(String kind, String name, Instant from, Instant to) {
        Duration length = Duration.between(from, to);
        if (!length.isNegative() && !length.isZero()) {
            parts.add(new Part(null, kind, weight(length, MIN_WAIT), name, Figures.duration(length)));
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
            Leg leg = part.leg();
            if (leg == null) {
                String label = width >= ROOM * RIGHT ? named(part) : part.label();
                String middle = percent(at + width / HALF);
                stretches.add(new Stretch(part.kind(), percent(at), percent(at + width), middle, label));
            } else {
                runs.add(run(leg, at, width, part.label()));
            }
            at += width;
        }
        return new Timeline(stretches, runs, end(at), mood.hasEnded() ? mood.word() : "settled");
    }

    private static String named(Part part) {
        String name = part.name();
        boolean isLong = name.codePointCount(0, name.length()) > MAX_NAME;
        String brief = isLong ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "…" : name;
        return name.isEmpty() ? part.label() : brief + ", " + part.label();
    }

    private Run run(Leg leg, double at, double width, String label) {
        HandlerRun run = leg.run();
        Instant started = run.started();
        return new Run(
                run.number(),
                run.kind(),
                percent(at),
                percent(width),
                percent(at + width / HALF),
                percent(at + width),
                started == null || !leg.isExact() ? "" : times.at(started),
                label,
                started == null ? List.of() : records(leg, started, at, width));
    }

    private List<String> records(Leg leg, Instant started, double at, double width) {
        double whole =
                Math.max(1, Duration.between(started, leg.end(times.now())).toNanos());
        return leg.records(steps, times.now()).stream()
                .map(done ->
                        percent(at + width * Duration.between(started, done).toNanos() / whole))
                .distinct()
                .toList();
    }

    private @Nullable End end(double at) {
        Instant finished = task.getFinished();
        if (!mood.hasEnded() || finished == null) {
            return null;
        }
        boolean isFromRun = !parts.isEmpty() && parts.get(parts.size() - 1).leg() != null;
        return new End(percent(at), isFromRun ? "36" : "84", mood, mood.word() + " at " + times.at(finished));
    }

    private static String percent(double place) {
        return String.format(Locale.ROOT, "%.2f%%", place);
    }
}
