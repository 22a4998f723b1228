package io.github.rowmill.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table of medians. */
final class Results {

    private static final Path FILE = Path.of("target", "bench.md");

    private static final double LARGE = 100;
    private static final double SMALL = 0.1;

    private final List<String> lines =
            new ArrayList<>(List.of("| measure | Rowmill | beside it | ratio |", "|---|---|---|---|"));

    /** Figures of the same rounds, the one beside the other; their ratio is the median of the rounds' own. */
    void ratio(String measure, String unit, String what, Rounds rounds) {
        ratio(measure, unit, rounds.ours, what, rounds.others);
    }

    void ratio(String measure, String unit, List<Double> ours, String what, List<Double> others) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / others.get(i));
        }
        add("| %s | %s %s | %s: %s %s | %s (%s) |"
                .formatted(
                        measure,
                        text(median(ours)),
                        unit,
                        what,
                        text(median(others)),
                        unit,
                        text(median(ratios)),
                        all(ratios)));
    }

    /** The median of figures that stand for themselves, with all of them. */
    void rounds(String measure, String unit, List<Double> figures) {
        figure(measure, "%s %s (%s)".formatted(text(median(figures)), unit, all(figures)));
    }

    /** A figure that stands for itself. */
    void figure(String measure, String text) {
        add("| %s | %s | | |".formatted(measure, text));
    }

    private void add(String line) {
        System.out.println(line);
        lines.add(line);
    }

    private static String all(List<Double> figures) {
        return figures.stream().map(Results::text).collect(Collectors.joining(", "));
    }

    /** Three digits or so. */
    static String text(double value) {
        if (value >= LARGE) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value < SMALL && value > 0 ? "%.4f" : "%.2f", value);
    }

    static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    /** The smallest value that this share of all is not above. */
    static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, (int) (sorted.size() * share)));
    }

    List<String> lines() {
        return lines;
    }

    void write() throws IOException {
        Files.write(FILE, lines);
    }
}
