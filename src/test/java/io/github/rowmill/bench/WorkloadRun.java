package io.github.rowmill.bench;

import io.github.rowmill.bench.report.Figures;
import io.github.rowmill.bench.report.WorkloadFigure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Measures tasks that wait for a millisecond, while a producer keeps 4,000 of them waiting. In each round, all
 * variants run one after the other, on nodes of their own. {@code -Dbench.variants} is a pattern of the names of
 * variants to run.
 */
class WorkloadRun extends Benchmark {

    private static final List<WorkloadVariant> VARIANTS =
            WorkloadVariant.matching(System.getProperty("bench.variants", ".*"), !WorkloadNodes.JAVA_25.isEmpty());

    /** The figures of the rounds, by the names of their rows. */
    private final Map<String, List<Double>> figures = new HashMap<>();

    @Test
    void keepsTasksWaiting() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            for (WorkloadVariant variant : VARIANTS) {
                keepsTasksWaiting(variant, round);
            }
        }
        VARIANTS.forEach(this::write);
    }

    private void keepsTasksWaiting(WorkloadVariant variant, int round) throws Exception {
        clear();
        Map<WorkloadFigure, Double> measured;
        try (Mill mill = variant.nodes().start(target)) {
            measured = new WorkloadMeasure(target, new MillWorkload(target, mill))
                    .run(variant.load().rate(rate(variant)), variant.disturbance());
        }
        noTaskFailed();
        measured.forEach((figure, value) -> rounds(figure, variant.name()).add(value));
        results.note(
                "%s, round %d".formatted(variant.name(), round),
                Figures.text(measured.getOrDefault(WorkloadFigure.TASKS, 0.0)) + " tasks/s");
    }

    private int rate(WorkloadVariant variant) {
        List<Double> rates = rounds(WorkloadFigure.TASKS, variant.beside());
        return variant.share() == 0 ? 0 : (int) (variant.share() * rates.get(rates.size() - 1));
    }

    private List<Double> rounds(WorkloadFigure figure, String variant) {
        return figures.computeIfAbsent(figure.measure(variant), measure -> new ArrayList<>());
    }

    private void write(WorkloadVariant variant) {
        for (WorkloadFigure figure : WorkloadFigure.values()) {
            String measure = figure.measure(variant.name());
            List<Double> ours = rounds(figure, variant.name());
            if (figure == WorkloadFigure.TASKS && !variant.beside().equals(variant.name())) {
                results.ratio(measure, figure.unit(), ours, variant.beside(), rounds(figure, variant.beside()));
            } else {
                results.rounds(measure, figure.unit(), ours);
            }
        }
    }
}
