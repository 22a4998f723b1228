package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.cluster.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Measures flows beside plain tasks, and results that a caller waits for. A process enqueues and another one runs the
 * tasks, so the measure does not include the enqueue. {@code -Dbench.fan} is the number of tasks of a fan-in.
 */
class FlowRun extends Benchmark {

    private static final int CHAINS = TASKS / 10;
    private static final int FAN = Integer.getInteger("bench.fan", 100_000);
    private static final int RESULTS = 500;
    private static final int WARM_UPS = 3;

    private static final String RUNS = "rowmill.only-types=noop,answer";

    @Test
    void drainsChains() throws Exception {
        try (Mill mill = Mill.start(target, 0)) {
            mill.add("bench-asks", "rowmill.only-types=measure-chains");
            mill.add("bench-runs", RUNS);
            for (int i = 0; i < WARM_UPS; i++) {
                drainChains(mill);
            }
            Rounds rounds = new Rounds();
            for (int i = 0; i < ROUNDS; i++) {
                rounds.add(drainChains(mill), mill.drain("noop", 3 * CHAINS));
            }
            results.ratio("drain, chains of three", "tasks/s", "plain tasks", rounds);
        }
    }

    private double drainChains(Mill mill) throws Exception {
        enqueue(mill, "measure-chains", CHAINS);
        return 3 * CHAINS / seconds("max(finished) - min(started)", "noop", 3 * CHAINS);
    }

    @Test
    void fansIn() throws Exception {
        try (Mill mill = Mill.start(target, 0)) {
            mill.add("bench-asks", "rowmill.only-types=measure-fan-in");
            Node runs = mill.add("bench-runs", RUNS);
            fanIn(mill);
            Rounds rates = new Rounds();
            List<Double> millis = new ArrayList<>();
            List<Double> looks = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                long before = runs.metric("rowmill_flows_looks_total");
                double rate = fanIn(mill);
                looks.add((double) runs.metric("rowmill_flows_looks_total") - before);
                millis.add(1000 * target.number("""
                        select extract(epoch from (select started from rowmill_task where type = 'answer')
                                                - (select max(finished) from rowmill_task where type = 'noop'))
                        """));
                rates.add(rate, mill.drain("noop", FAN));
            }
            String fan = "fan-in of %,d".formatted(FAN);
            results.ratio("drain, " + fan, "tasks/s", "plain tasks", rates);
            results.rounds(fan + ", from the last end to the start", "ms", millis);
            results.rounds(fan + ", looks", "looks", looks);
        }
    }

    private double fanIn(Mill mill) throws Exception {
        enqueue(mill, "measure-fan-in", FAN);
        double seconds = seconds("max(finished) - min(started)", "noop", FAN);
        seconds("max(finished) - min(started)", "answer", 1);
        return FAN / seconds;
    }

    /** Enqueues flows while the other process is stopped, continues it, and waits until the flows have ended. */
    private void enqueue(Mill mill, String type, int size) throws Exception {
        target.execute("truncate rowmill_flow, rowmill_part, rowmill_part_task");
        Node runs = mill.nodes().get(1);
        runs.signal("STOP");
        try {
            mill.workloads().took(type, size);
            target.execute("vacuum analyze rowmill_task, rowmill_flow, rowmill_part, rowmill_part_task");
            target.execute("checkpoint");
        } finally {
            runs.signal("CONT");
        }
        target.execute("notify rowmill");
        mill.awaitFlows();
    }

    private static double seconds(String span, String type, int tasks) {
        assertThat(target.number(
                        "select count(*) from rowmill_task where type = '%s' and status = 'completed'".formatted(type)))
                .isEqualTo(tasks);
        return target.number("select extract(epoch from %s) from rowmill_task where type = '%s'".formatted(span, type));
    }

    /**
     * Measures from the end of a task, by the database's clock, until the caller has its result. All processes have
     * the same clock.
     */
    @Test
    void awaitsResults() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            quantiles("awaited result, same process", () -> mill.workloads().results(RESULTS));
        }
        try (Mill mill = Mill.start(target, 0)) {
            mill.add("bench-asks", "rowmill.only-types=measure-results");
            mill.add("bench-runs", "rowmill.only-types=answer");
            quantiles("awaited result, another process", () -> mill.workloads().results(RESULTS));
        }
    }
}
