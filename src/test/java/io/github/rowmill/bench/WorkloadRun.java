package io.github.rowmill.bench;

import io.github.rowmill.bench.report.Figures;
import io.github.rowmill.bench.report.WorkloadFigure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Measures tasks that work for a millisecond, while a producer keeps 4,000 of them waiting. In each round, all
 * variants run one after the other, each on its own nodes. {@code -Dbench.variants} is a pattern of the names of
 * variants to run. With {@code -Dbench.earlier} as in {@link EarlierRun}, each variant also runs on the earlier
 * build.
 */
class WorkloadRun extends Benchmark {

    private static final List<WorkloadVariant> VARIANTS =
            WorkloadVariant.matching(System.getProperty("bench.variants", ".*"), !WorkloadNodes.JAVA_25.isEmpty());

    private static final String EARLIER = System.getProperty("bench.earlier", "");
    private static final String BESIDE = "the earlier build";

    /** The figures of the rounds, by the names of their rows. */
    private final Map<String, List<Double>> figures = new HashMap<>();

    /** The figures of the earlier build. */
    private final Map<String, List<Double>> earlier = new HashMap<>();

    @Test
    void keepsTasksWaiting() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            for (WorkloadVariant variant : VARIANTS) {
                measure(variant, round, variant.nodes(), "", figures);
                if (!EARLIER.isEmpty()) {
                    measure(variant, round, variant.nodes().of(Path.of(EARLIER)), ", " + BESIDE, earlier);
                }
            }
        }
        VARIANTS.forEach(this::write);
    }

    private void measure(
            WorkloadVariant variant, int round, WorkloadNodes nodes, String build, Map<String, List<Double>> all)
            throws Exception {
        clear();
        Map<WorkloadFigure, Double> measured;
        try (Mill mill = nodes.start(target)) {
            measured = new WorkloadMeasure(target, new MillWorkload(target, mill))
                    .run(variant.load().rate(rate(variant)), variant.disturbance());
        }
        noTaskFailed();
        measured.forEach((figure, value) -> rounds(all, figure, variant.name()).add(value));
        results.note("%s%s, round %d".formatted(variant.name(), build, round), text(measured));
    }

    /** Returns all figures of a round. They remain in the output if a later round does not end. */
    private static String text(Map<WorkloadFigure, Double> measured) {
        return measured.entrySet().stream()
                .map(figure ->
                        Figures.text(figure.getValue()) + " " + figure.getKey().unit())
                .collect(Collectors.joining(", "));
    }

    /** Returns the rate for both builds. It is a share of the rate that this build reached in the same round. */
    private int rate(WorkloadVariant variant) {
        List<Double> rates = rounds(figures, WorkloadFigure.TASKS, variant.beside());
        return variant.share() == 0 ? 0 : (int) (variant.share() * rates.get(rates.size() - 1));
    }

    private static List<Double> rounds(Map<String, List<Double>> all, WorkloadFigure figure, String variant) {
        return all.computeIfAbsent(figure.measure(variant), measure -> new ArrayList<>());
    }

    private void write(WorkloadVariant variant) {
        for (WorkloadFigure figure : WorkloadFigure.values()) {
            String measure = figure.measure(variant.name());
            List<Double> ours = rounds(figures, figure, variant.name());
            if (figure == WorkloadFigure.TASKS && !variant.beside().equals(variant.name())) {
                results.ratio(
                        measure, figure.unit(), ours, variant.beside(), rounds(figures, figure, variant.beside()));
            } else {
                results.rounds(measure, figure.unit(), ours);
            }
            if (!EARLIER.isEmpty()) {
                results.ratio(
                        "by turns: " + measure, figure.unit(), ours, BESIDE, rounds(earlier, figure, variant.name()));
            }
        }
    }
}
