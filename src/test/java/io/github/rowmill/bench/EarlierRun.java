package io.github.rowmill.bench;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Compares this build with an earlier one, by turns, each on its own embedded database. {@code -Dbench.earlier} is
 * the folder {@code target/quarkus-app} of the earlier build, built with {@code -Pbench}. Without it, the run is
 * skipped.
 */
class EarlierRun extends Benchmark {

    private static final String EARLIER = System.getProperty("bench.earlier", "");
    private static final String BESIDE = "the earlier build";
    private static final int WARM_UPS = 5;
    private static final int BULK = 100_000;
    private static final int SINGLES = 5_000;

    private static Target earlier;

    private Mill ours;
    private Mill theirs;

    /** A figure of one of the builds. */
    private interface Measure {

        double of(Mill mill) throws Exception;
    }

    @BeforeAll
    static void find() throws IOException {
        assumeThat(EARLIER).as("bench.earlier").isNotEmpty();
        earlier = Target.embedded();
    }

    @BeforeEach
    void start() throws IOException {
        earlier.clear();
        ours = Mill.start(target, 1);
        theirs = Mill.start(earlier, 0);
        theirs.add(theirs.launch("bench-earlier").application(Path.of(EARLIER)));
    }

    @AfterEach
    void stop() {
        ours.close();
        theirs.close();
    }

    @AfterAll
    static void end() throws IOException {
        if (earlier != null) {
            earlier.close();
        }
    }

    @Test
    void drainsPlainTasks() throws Exception {
        compare("drain, no-op", "tasks/s", mill -> mill.drain("noop", TASKS));
        spends("noop", TASKS);
        compare("drain, transactional, one row written by JDBC", "tasks/s", mill -> mill.drain("effect", TASKS / 10));
        spends("effect", TASKS / 10);
    }

    @Test
    void enqueuesPlainTasks() throws Exception {
        compare("enqueue in bulk", "tasks/s", mill -> BULK / mill.workloads().took("measure-bulk", BULK));
        compare("enqueue singly", "tasks/s", mill -> SINGLES / mill.workloads().took("measure-single", SINGLES));
    }

    @Test
    void drainsByRules() throws Exception {
        for (String rules : BenchRun.RULES) {
            compare("drain of 1,000 keys, " + rules, "tasks/s", mill -> mill.drainByRules(rules, 1000, TASKS));
        }
        compare(
                "drain of a key for each task, ordered = true",
                "tasks/s",
                mill -> mill.drainByRules("ordered = true", TASKS, TASKS));
    }

    /** Measures both builds in each round. Each build is first in every other round. */
    private void compare(String measure, String unit, Measure of) throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            of.of(ours);
            of.of(theirs);
        }
        Rounds rounds = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            double before = i % 2 == 0 ? 0 : of.of(theirs);
            double our = of.of(ours);
            rounds.add(our, i % 2 == 0 ? of.of(theirs) : before);
        }
        results.ratio(measure, unit, BESIDE, rounds);
    }

    /** Measures the cost of a task in a separate drain, during which the servers count statements. */
    private void spends(String type, int tasks) throws Exception {
        Usage our = spent(target, ours, type, tasks);
        Usage their = spent(earlier, theirs, type, tasks);
        beside(type, "statements", tasks, our, their, Usage::statements);
        beside(type, "pages", tasks, our, their, Usage::pages);
        beside(type, "bytes of write-ahead log", tasks, our, their, Usage::wal);
    }

    private static Usage spent(Target on, Mill mill, String type, int tasks) throws Exception {
        on.countStatements(true);
        try {
            Node node = mill.nodes().get(0);
            settle(on);
            Usage before = Usage.of(on, node);
            mill.drain(type, tasks);
            settle(on);
            return Usage.of(on, node).since(before);
        } finally {
            on.countStatements(false);
        }
    }

    /**
     * Waits until the sessions have reported their pages, which takes ten seconds without a statement
     * (PGSTAT_IDLE_INTERVAL).
     */
    private static void settle(Target on) {
        on.execute("select pg_sleep(12), pg_stat_force_next_flush()");
    }

    private static void beside(
            String type, String unit, int tasks, Usage our, Usage their, ToDoubleFunction<Usage> figure) {
        results.ratio(
                "drain, %s, %s".formatted(type, unit),
                unit + "/task",
                List.of(figure.applyAsDouble(our) / tasks),
                BESIDE,
                List.of(figure.applyAsDouble(their) / tasks));
    }
}
