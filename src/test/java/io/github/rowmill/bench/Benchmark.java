package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.bench.report.Figures;
import io.github.rowmill.bench.report.Machine;
import io.github.rowmill.bench.report.PerformancePage;
import io.github.rowmill.bench.report.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * The base of all benchmarks. It opens a database, that of {@code -Dbench.url} or an embedded one, clears it before
 * each measure, and writes the results. The size of the drains is {@code -Dbench.tasks}, the number of rounds
 * {@code -Dbench.rounds}.
 */
abstract class Benchmark {

    static final int TASKS = Integer.getInteger("bench.tasks", 200_000);
    static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    static final List<String> JVM =
            List.of(System.getProperty("bench.jvm", "-Xmx512m").split(" "));

    /** The results of all classes of this run. */
    static final Results results = new Results();

    private static final Machine MACHINE = machine();

    static Target target;

    @BeforeAll
    static void open() throws IOException {
        target = Target.open();
    }

    @AfterAll
    static void close() throws IOException {
        results.write();
        PerformancePage.write(Run.ofThis(String.valueOf(target.text("show server_version")), MACHINE, results.rows()));
        target.close();
    }

    private static Machine machine() {
        try {
            return Machine.ofThis();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void clear() {
        target.clear();
    }

    /** Measures milliseconds in each round, after a round that warms up, and adds their median and 99th percentile. */
    static void quantiles(String measure, Supplier<List<Double>> round) {
        round.get();
        List<Double> p50 = new ArrayList<>();
        List<Double> p99 = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            List<Double> millis = round.get();
            p50.add(Figures.quantile(millis, 0.5));
            p99.add(Figures.quantile(millis, 0.99));
        }
        results.rounds(measure + ", p50", "ms", p50);
        results.rounds(measure + ", p99", "ms", p99);
    }

    /** Checks that no task has failed. Otherwise the figures do not count. */
    @AfterEach
    void noTaskFailed() {
        assertThat(target.number(
                        "select count(*) from rowmill_task where status = 'dead' or crashes > 0 or error is not null"))
                .isZero();
    }
}
