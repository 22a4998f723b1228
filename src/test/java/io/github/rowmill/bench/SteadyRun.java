package io.github.rowmill.bench;

import io.github.rowmill.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Measures tasks that a node enqueues at a steady rate, in a hundred transactions a second, and runs itself. A round
 * takes {@code -Dbench.seconds}. Milliseconds count from the start of the transaction that enqueues to the statement
 * that completes, by the database's clock.
 */
class SteadyRun extends Benchmark {

    private static final int SECONDS = Integer.getInteger("bench.seconds", 20);
    private static final List<Integer> RATES = List.of(1_000, 5_000);
    private static final List<Integer> QUEUES = List.of(1, 32);
    private static final int WAITING = 4_000;
    private static final double MICROS = 1e6;

    @Test
    void enqueuesAndRuns() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            mill.drain("noop", TASKS);
            for (int rate : RATES) {
                enqueuesAndRuns(mill, rate);
            }
        }
    }

    @Test
    void keepsManyQueuesBusy() throws Exception {
        try (Mill mill = Mill.start(target, 1, "rowmill.workers=64", "quarkus.datasource.jdbc.max-size=80")) {
            mill.workloads().busy(1, WAITING, SECONDS);
            for (int queues : QUEUES) {
                keepsBusy(mill, queues);
            }
        }
    }

    private static void keepsBusy(Mill mill, int queues) {
        List<List<Double>> rounds = Stream.generate(() -> mill.workloads().busy(queues, WAITING, SECONDS))
                .limit(ROUNDS)
                .toList();
        String measure = "%d queues, %,d waiting, 64 workers, 1 ms of work, ".formatted(queues, WAITING);
        results.rounds(measure + "drain", "tasks/s", column(rounds, 0));
        results.rounds(measure + "wait, p50", "s", column(rounds, 1));
        results.rounds(measure + "wait, p99.9", "s", column(rounds, 2));
        results.rounds(measure + "longest wait", "s", column(rounds, 3));
    }

    private static List<Double> column(List<List<Double>> rounds, int column) {
        return rounds.stream().map(figures -> figures.get(column)).toList();
    }

    private static void enqueuesAndRuns(Mill mill, int rate) {
        mill.workloads().steady(rate, SECONDS);
        Node node = mill.nodes().get(0);
        List<List<Double>> columns = Stream.generate(() -> (List<Double>) new ArrayList<Double>())
                .limit(5)
                .toList();
        for (int i = 0; i < ROUNDS; i++) {
            Usage before = Usage.of(target, node);
            List<Double> millis = mill.workloads().steady(rate, SECONDS);
            Usage used = Usage.of(target, node).since(before);
            double tasks = (double) rate * SECONDS;
            columns.get(0).add(millis.get(0));
            columns.get(1).add(millis.get(1));
            columns.get(2).add(used.nodeSeconds() * MICROS / tasks);
            columns.get(3).add(used.serverSeconds() * MICROS / tasks);
            columns.get(4).add(used.wal() / tasks);
        }
        String measure = "steady, %,d a second, ".formatted(rate);
        results.rounds(measure + "to completed, p50", "ms", columns.get(0));
        results.rounds(measure + "to completed, p99", "ms", columns.get(1));
        results.rounds(measure + "processor time of the node", "µs/task", columns.get(2));
        results.rounds(measure + "processor time of the server", "µs/task", columns.get(3));
        results.rounds(measure + "write-ahead log", "bytes/task", columns.get(4));
    }
}
