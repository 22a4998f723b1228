package io.github.rowmill.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class PerformancePageTest {

    private static final int MAX_WORDS = 900;
    private static final int MAX_BYTES_OF_THE_CHART = 30_000;

    private static final String PAGE = """
            # Performance
            <!-- generated from lab/performance-data.json -->
            figures of an earlier run
            <!-- end of the generated part -->
            ## Next
            """;

    private static final String DATA = """
            {
              "date": "2026-01-02", "commit": "abc1234", "java": "17", "postgresql": "18.0", "options": "-Dbench.tasks=7",
              "machine": {"processor": "Some CPU", "cores": 2, "memoryGb": 8, "busyCores": 1.26},
              "rows": [
                {"measure": "drain, no-op", "unit": "tasks/s", "rowmill": {"rounds": [50, 40, 60], "median": 50},
                 "beside": "SQL in batches", "other": {"rounds": [100, 100, 100]}, "ratio": {"rounds": [0.5, 0.4, 0.6]}},
                {"measure": "drain, no-op", "unit": "tasks/s", "rowmill": {"rounds": [44]},
                 "beside": "JobRunr", "other": {"rounds": [11]}, "ratio": {"rounds": [4]}},
                {"measure": "drain of 1,000 keys, fair = true", "unit": "tasks/s", "rowmill": {"rounds": [80]},
                 "beside": "no rules", "other": {"rounds": [100]}, "ratio": {"rounds": [0.8]}},
                {"measure": "start to ready", "unit": "s", "rowmill": {"rounds": [4.1]}}
              ]
            }
            """;

    @Test
    void thePageIsMadeFromTheData() throws IOException {
        Run run = Run.parse(Files.readString(PerformancePage.DOCS.resolve(PerformancePage.DATA)));

        PerformancePage.write(run);

        for (Map.Entry<String, String> document : PerformancePage.documents(run).entrySet()) {
            assertThat(PerformancePage.DOCS.resolve(document.getKey()))
                    .as("docs/%s is not what the data give: cp -r target/performance/. docs/", document.getKey())
                    .content(StandardCharsets.UTF_8)
                    .isEqualTo(document.getValue());
        }
    }

    @Test
    void thePageIsShort() throws IOException {
        String[] written = PerformancePage.parts(Files.readString(PerformancePage.DOCS.resolve(PerformancePage.PAGE)));

        assertThat(String.join("\n", written).split("\\s+")).hasSizeLessThanOrEqualTo(MAX_WORDS);
        assertThat(PerformancePage.DOCS.resolve(PerformancePage.CHART))
                .content(StandardCharsets.UTF_8)
                .hasSizeLessThan(MAX_BYTES_OF_THE_CHART);
    }

    @Test
    void onlyThePartBetweenTheMarksChanges() throws IOException {
        String page = PerformancePage.with(PAGE, Run.parse(DATA));

        assertThat(page)
                .startsWith("# Performance\n<!-- generated")
                .endsWith("<!-- end of the generated part -->\n## Next\n")
                .doesNotContain("earlier run")
                .contains(
                        "Figures of 2026-01-02 (abc1234): PostgreSQL 18.0, Java 17, Some CPU with 2 cores and 8 GB of memory.",
                        "Options: `-Dbench.tasks=7`. Other work used 1.3 cores just before the run. **So these are not");
        assertThat(PerformancePage.with(page, Run.parse(DATA))).isEqualTo(page);
    }

    @Test
    void aPageWithoutMarksIsRefused() {
        assertThatThrownBy(() -> PerformancePage.with("# Performance\n", Run.parse(DATA)))
                .hasMessageContaining("generated from");
    }

    @Test
    void aLineShowsRowmillAndItsComparisons() throws IOException {
        assertThat(Table.of(Run.parse(DATA)).lines())
                .contains(
                        "| | Rowmill | SQL by hand | db-scheduler | JobRunr |",
                        "| **Drain**: tasks that do nothing | 50.00 tasks/s | 100 tasks/s, **0.50** (0.40 to 0.60) | | 11.00 tasks/s, **4.00** |",
                        "| fair shares | 80.00 tasks/s, **0.80** of no rules | | | |",
                        "| start to ready | 4.10 s | | | |",
                        "| **Enqueue**: many in one transaction | not measured | | | |");
    }

    @Test
    void theWorkloadHasALineForEachVariantAndEachPeer() throws IOException {
        Run run = workload(
                Row.alone(WorkloadFigure.TASKS.measure("64 workers"), "tasks/s", List.of(9_000.0)),
                Row.alone(WorkloadFigure.WAIT_P99.measure("64 workers"), "ms", List.of(400.0)),
                Row.alone(WorkloadFigure.SERVER.measure("64 workers"), "µs/task", List.of(Double.NaN)),
                Row.beside(
                        WorkloadFigure.TASKS.measure("4 workers"),
                        "tasks/s",
                        List.of(3_000.0),
                        "64 workers",
                        List.of(9_000.0)),
                Row.beside(
                        WorkloadFigure.TASKS.measure("beside Quartz"),
                        "tasks/s",
                        List.of(8_000.0),
                        "Quartz",
                        List.of(500.0)),
                Row.beside(
                        WorkloadFigure.LOG.measure("beside Quartz"),
                        "bytes/task",
                        List.of(900.0),
                        "Quartz",
                        List.of(2_000.0)));

        assertThat(PerformancePage.with(PAGE, run).lines())
                .containsSubsequence(
                        "| 64 workers | 9,000 tasks/s |  |  | 400 ms |  |  |  |  |  |",
                        "| 4 workers | 3,000 tasks/s | **0.33** of 64 workers |  |  |  |  |  |  |  |",
                        "| beside Quartz | 8,000 tasks/s | **16.00** of Quartz |  |  |  |  |  |  | 900 bytes/task |",
                        "| Quartz | 500 tasks/s |  |  |  |  |  |  |  | 2,000 bytes/task |",
                        "<!-- end of the generated part -->");
    }

    @Test
    void aRunWithoutTheWorkloadHasNoLineOfIt() {
        assertThat(PerformancePage.with(PAGE, workload())).doesNotContain("tasks a second");
    }

    private static Run workload(Row... rows) {
        return Run.ofThis("18.0", new Machine("Some CPU", 2, 8, 0.1), List.of(rows));
    }

    @Test
    void theChartHasBarsForMeasuredFiguresOnly() throws Exception {
        String chart = Chart.of(Run.parse(DATA));

        var svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(chart)));
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(3);
        assertThat(chart)
                .contains("prefers-color-scheme: dark", ">Rowmill<", ">SQL<", ">2.00<", ">JobRunr<", ">0.25<")
                .doesNotContain("db-scheduler", "write a row");
    }

    @Test
    void dataAreReadAsTheyWereWritten() throws IOException {
        Row alone = Row.alone("start to ready", "s", List.of(1.23456, 2.0));
        Row beside = Row.beside("drain, no-op", "tasks/s", List.of(1.0, 30.0), "SQL in batches", List.of(3.0, 10.0));
        Run run = Run.ofThis("18.0", new Machine("Some CPU", 2, 8, 0.1), List.of(alone, beside));

        assertThat(Run.parse(run.json())).isEqualTo(run);
        assertThat(run.rows("start to ready").get(0).rowmill().rounds()).containsExactly(1.235, 2.0);
        assertThat(beside.ratio()).isEqualTo(new Series(List.of(0.3333, 3.0)));
        assertThat(run.json()).contains("\"median\" : 3.0", "\"min\" : 0.3333");
        assertThat(run.commit()).matches("[0-9a-f]{7,}(-dirty)?|unknown");
    }
}
