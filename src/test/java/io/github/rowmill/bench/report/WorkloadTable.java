package io.github.rowmill.bench.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the table of the workload: a line for each variant in the data, and one for each peer beside it. */
final class WorkloadTable {

    private static final String HEAD = """

            **Work**: a task waits for a millisecond, and 4,000 tasks wait. [The workload](lab/performance.md#the-workload) explains the lines and the columns.

            | | tasks a second | ratio | wait, p50 | p99 | longest | node | PostgreSQL | pages | log |
            |---|---|---|---|---|---|---|---|---|---|
            """;

    private WorkloadTable() {}

    /** Returns the table, or the empty text if no variant was measured. */
    static String of(Run run) {
        String lines = run.rows().stream()
                .filter(WorkloadFigure::isVariant)
                .map(row -> lines(run, row))
                .collect(Collectors.joining());
        return lines.isEmpty() ? "" : HEAD + lines;
    }

    private static String lines(Run run, Row tasks) {
        String variant = WorkloadFigure.variant(tasks);
        String ours = line(variant, ratio(tasks), figures(run, variant, Row::rowmill));
        return isBesidePeer(tasks) ? ours + line(tasks.beside(), "", figures(run, variant, Row::other)) : ours;
    }

    /** Returns whether a row compares Rowmill with another queue. That queue then has all figures, too. */
    private static boolean isBesidePeer(Row row) {
        return row.beside() != null && WorkloadFigure.PEERS.contains(row.beside());
    }

    private static String ratio(Row tasks) {
        return tasks.ratio() == null ? "" : "%s of %s".formatted(Table.ratio(tasks.ratio()), tasks.beside());
    }

    private static String line(@Nullable String label, String ratio, List<String> figures) {
        return Stream.of(
                        Stream.of(label),
                        figures.stream().limit(1),
                        Stream.of(ratio),
                        figures.stream().skip(1))
                .flatMap(cells -> cells)
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static List<String> figures(Run run, String variant, Function<Row, @Nullable Series> side) {
        return Stream.of(WorkloadFigure.values())
                .map(figure -> run.rows(figure.measure(variant)).stream()
                        .findFirst()
                        .flatMap(row -> Optional.ofNullable(side.apply(row)))
                        .filter(series -> Double.isFinite(series.median()))
                        .map(series -> "%s %s".formatted(Figures.text(series.median()), figure.unit()))
                        .orElse(""))
                .toList();
    }
}
