package io.github.rowmill.bench;

import io.github.rowmill.bench.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rows of a run, and the table that shows them. */
final class Results {

    private static final Path FILE = Path.of("target", "bench.md");

    private final List<Row> rows = new ArrayList<>();
    private final List<String> lines =
            new ArrayList<>(List.of("| measure | Rowmill | beside it | ratio |", "|---|---|---|---|"));

    /** Adds two figures of each round. Their ratio is the median of the ratios of the rounds. */
    void ratio(String measure, String unit, String what, Rounds rounds) {
        ratio(measure, unit, rounds.ours, what, rounds.others);
    }

    void ratio(String measure, String unit, List<Double> ours, String what, List<Double> others) {
        add(Row.beside(measure, unit, ours, what, others));
    }

    /** Adds figures without a comparison. */
    void rounds(String measure, String unit, List<Double> figures) {
        add(Row.alone(measure, unit, figures));
    }

    private void add(Row row) {
        rows.add(row);
        print(row.markdown());
    }

    /** Adds a line without a figure to the table. */
    void note(String measure, String text) {
        print("| %s | %s | | |".formatted(measure, text));
    }

    private void print(String line) {
        System.out.println(line);
        lines.add(line);
    }

    List<Row> rows() {
        return rows;
    }

    List<String> lines() {
        return lines;
    }

    void write() throws IOException {
        Files.write(FILE, lines);
    }
}
