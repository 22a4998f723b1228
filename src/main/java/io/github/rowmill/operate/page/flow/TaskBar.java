package io.github.rowmill.operate.page.flow;

import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.operate.page.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * The tasks of a part as a bar, and in words.
 *
 * @param segments the segments, from the left; what they leave is the tasks that wait
 * @param text the numbers in words
 */
public record TaskBar(List<Segment> segments, String text) {

    /**
     * A segment of the bar.
     *
     * @param tone the class of the colour
     * @param from where it begins, in percent
     * @param width its width, in percent
     */
    public record Segment(String tone, String from, String width) {}

    static TaskBar of(FlowCounts counts) {
        long failed = counts.dead() + counts.cancelled();
        List<Segment> segments = new ArrayList<>();
        add(segments, "completed", 0, counts.completed(), counts);
        add(segments, "dead", counts.completed(), failed, counts);
        add(segments, "executing", counts.completed() + failed, counts.executing(), counts);
        return new TaskBar(segments, words(counts));
    }

    private static void add(List<Segment> segments, String tone, long before, long tasks, FlowCounts counts) {
        if (tasks > 0) {
            segments.add(
                    new Segment(tone, Figures.share(before, counts.total()), Figures.share(tasks, counts.total())));
        }
    }

    /** Returns the numbers that are not zero. Example: {@code 3 completed, 1 running, 12 waiting}. */
    static String words(FlowCounts counts) {
        List<String> words = new ArrayList<>();
        add(words, counts.completed(), "completed");
        add(words, counts.dead(), "dead");
        add(words, counts.cancelled(), "cancelled");
        add(words, counts.executing(), "running");
        add(words, counts.queued(), "queued");
        add(words, counts.waiting(), "waiting");
        return words.isEmpty() ? "no tasks" : String.join(", ", words);
    }

    private static void add(List<String> words, long tasks, String state) {
        if (tasks > 0) {
            words.add(Figures.number(tasks) + " " + state);
        }
    }
}
