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
 * What all benchmarks have: a database, {@code -Dbench.url} or an embedded one, that is empty before each measure, and a
 * the data of what was measured. {@code -Dbench.tasks} sizes the drains, {@code -Dbench.rounds} says how often.
 */
abstract class Benchmark {

    static final int TASKS = Integer.getInteger("bench.tasks", 200_000);
    static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
    static final List<String> JVM =
            List.of(System.getProperty("bench.jvm", "-Xmx512m").split(" "));

    /** Of all classes of this run. */
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

    /** A figure counts only if everything went well. */
    @AfterEach
    void noTaskFailed() {
        assertThat(target.number(
                        "select count(*) from rowmill_task where status = 'dead' or crashes > 0 or error is not null"))
                .isZero();
    }
}
