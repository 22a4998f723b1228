package io.github.rowmill.bench;

import io.github.rowmill.bench.report.WorkloadFigure;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs the workload by turns on Rowmill and on another queue, each in its own process with 64 threads. Handlers run
 * without a transaction. On both sides, a handler that writes a row begins its own transaction.
 */
class WorkloadPeersRun extends Benchmark {

    private static final String THREADS = "-Dpeer.threads=64";
    private static final String CONNECTIONS = "-Dpeer.connections=80";

    @BeforeEach
    void clearThePeers() {
        target.execute("drop schema if exists peers cascade");
        target.execute("create schema peers");
    }

    @Test
    void besideDbScheduler() throws Exception {
        beside("db-scheduler");
    }

    @Test
    void besideQuartz() throws Exception {
        beside("Quartz");
    }

    private static void beside(String name) throws Exception {
        try (Mill mill = WorkloadNodes.ONE.start(target);
                PeerProcess peer = PeerProcess.start(target, name, LoadMain.class, List.of(THREADS, CONNECTIONS))) {
            results.note("workload, %s: %s".formatted(name, peer.settings()), "64 workers, defaults");
            WorkloadLoad load = WorkloadVariant.BASE.load();
            Workload ours = new MillWorkload(target, mill);
            Workload others = new PeerWorkload(peer);
            beside(name, "beside " + name, load, ours, others);
            beside(name, "a row beside " + name, load.type("work-row-alone"), ours, others);
        }
    }

    private static void beside(String name, String variant, WorkloadLoad load, Workload ours, Workload others)
            throws Exception {
        Map<WorkloadFigure, Rounds> rounds = new EnumMap<>(WorkloadFigure.class);
        for (int i = 0; i < ROUNDS; i++) {
            Map<WorkloadFigure, Double> our = new WorkloadMeasure(target, ours).run(load, Disturbance.NONE);
            Map<WorkloadFigure, Double> other = new WorkloadMeasure(target, others).run(load, Disturbance.NONE);
            our.forEach((figure, value) -> rounds.computeIfAbsent(figure, key -> new Rounds())
                    .add(value, other.getOrDefault(figure, Double.NaN)));
        }
        rounds.forEach((figure, all) -> results.ratio(figure.measure(variant), figure.unit(), name, all));
    }
}
