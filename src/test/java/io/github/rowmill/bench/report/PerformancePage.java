package io.github.rowmill.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Generates the performance page, its chart and its data from a run. */
public final class PerformancePage {

    static final Path DOCS = Path.of("docs");
    static final Path MADE = Path.of("target", "performance");

    static final String PAGE = "performance.md";
    static final String CHART = "images/performance.svg";
    static final String DATA = "lab/performance-data.json";

    private static final String BEGIN = "<!-- generated from lab/performance-data.json -->\n";
    private static final String END = "<!-- end of the generated part -->\n";

    /** A quiet machine uses at most this part of a core before a run. */
    private static final double QUIET = 0.3;

    private static final String BUSY =
            " **So these are not figures of a quiet machine.** [Measurements](lab/performance.md#results) has earlier ones.";

    private PerformancePage() {}

    /**
     * Writes the documents of a run below {@code target/performance}, with the paths that they have below
     * {@code docs}.
     */
    public static void write(Run run) throws IOException {
        for (Map.Entry<String, String> document : documents(run).entrySet()) {
            Path file = MADE.resolve(document.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, document.getValue());
        }
    }

    /** Returns the texts of the documents by their paths below {@code docs}. */
    static Map<String, String> documents(Run run) throws IOException {
        String page = Files.readString(DOCS.resolve(PAGE));
        return Map.of(PAGE, with(page, run), CHART, Chart.of(run), DATA, run.json());
    }

    /** Returns a page with the figures of a run between its two marks. */
    static String with(String page, Run run) {
        String[] parts = parts(page);
        return parts[0] + BEGIN + sentence(run) + "\n\n" + Table.of(run) + WorkloadTable.of(run) + END + parts[1];
    }

    /** Returns the texts before and after the generated part of a page. */
    static String[] parts(String page) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("the page needs the lines %s and %s".formatted(BEGIN, END));
        }
        return new String[] {page.substring(0, begin), page.substring(end + END.length())};
    }

    private static String sentence(Run run) {
        Machine machine = run.machine();
        return String.format(
                Locale.ROOT,
                "Figures of %s (%s): PostgreSQL %s, Java %s, %s with %d cores and %d GB of memory. "
                        + "Options: %s. Other work used %.1f cores just before the run.%s",
                run.date(),
                run.commit(),
                run.postgresql(),
                run.java(),
                machine.processor(),
                machine.cores(),
                machine.memoryGb(),
                run.options().isEmpty() ? "all defaults" : "`" + run.options() + "`",
                machine.busyCores(),
                machine.busyCores() > QUIET ? BUSY : "");
    }
}
