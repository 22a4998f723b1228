package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.bench.report.WorkloadFigure;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Warms up a workload, and then measures it for {@code -Dbench.seconds}. Tasks are counted by the clock of their
 * handlers.
 */
final class WorkloadMeasure {

    private static final int SECONDS = Integer.getInteger("bench.seconds", 20);
    private static final int SECONDS_TO_WARM_UP = Integer.getInteger("bench.warm", 60);

    /** Further seconds of load, which are more than the reading of the processor times takes. */
    private static final int SECONDS_MORE = 5;

    private static final double MICROS = 1e6;

    private final Target target;
    private final Workload workload;

    WorkloadMeasure(Target target, Workload workload) {
        this.target = target;
        this.workload = workload;
    }

    Map<WorkloadFigure, Double> run(WorkloadLoad load, Disturbance disturbance) throws Exception {
        int before = disturbance.spansBefore() * SECONDS;
        int measured = disturbance.spans() * SECONDS;
        workload.begin(load, SECONDS_TO_WARM_UP + before + measured + SECONDS_MORE);
        Clock.pause(Duration.ofSeconds(SECONDS_TO_WARM_UP));
        Usage used;
        long from;
        long to;
        AutoCloseable disturbing = disturbance.begin(target);
        try {
            Clock.pause(Duration.ofSeconds(before));
            Usage start = Usage.of(target, workload.pids());
            from = System.nanoTime();
            Clock.pause(Duration.ofSeconds(measured));
            to = System.nanoTime();
            used = Usage.of(target, workload.pids()).since(start);
        } finally {
            disturbing.close();
        }
        assertThat(workload.awaitEnd())
                .as("the moment until which tasks were enqueued")
                .isGreaterThanOrEqualTo(to);
        return figures(workload.waited(from, to), (to - from) / 1e9, used);
    }

    private static Map<WorkloadFigure, Double> figures(Workload.Waited waited, double seconds, Usage used) {
        double tasks = waited.tasks();
        Map<WorkloadFigure, Double> figures = new EnumMap<>(WorkloadFigure.class);
        figures.put(WorkloadFigure.TASKS, tasks / seconds);
        figures.put(WorkloadFigure.WAIT_P50, waited.p50());
        figures.put(WorkloadFigure.WAIT_P99, waited.p99());
        figures.put(WorkloadFigure.LONGEST_WAIT, waited.longest());
        figures.put(WorkloadFigure.NODE, used.nodeSeconds() * MICROS / tasks);
        figures.put(WorkloadFigure.SERVER, used.serverSeconds() * MICROS / tasks);
        figures.put(WorkloadFigure.PAGES, used.pages() / tasks);
        figures.put(WorkloadFigure.LOG, used.wal() / tasks);
        return figures;
    }
}
