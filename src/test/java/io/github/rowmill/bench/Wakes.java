package io.github.rowmill.bench;

import io.github.rowmill.bench.report.Figures;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Medians and 99th percentiles of the wake-ups of both sides in the same rounds. */
final class Wakes {

    private static final double P99 = 0.99;

    private final Quantiles asked = new Quantiles(Wake::sinceAsked);
    private final Quantiles committed = new Quantiles(Wake::sinceCommitted);

    void add(List<Wake> ours, List<Wake> others) {
        asked.add(ours, others);
        committed.add(ours, others);
    }

    void write(Results results, String measure, String beside) {
        committed.write(results, measure, beside);
        asked.write(results, measure + ", from the call of the enqueue", beside);
    }

    private static final class Quantiles {

        private final ToDoubleFunction<Wake> millis;
        private final Rounds p50 = new Rounds();
        private final Rounds p99 = new Rounds();

        Quantiles(ToDoubleFunction<Wake> millis) {
            this.millis = millis;
        }

        void add(List<Wake> ours, List<Wake> others) {
            p50.add(Figures.median(of(ours)), Figures.median(of(others)));
            p99.add(Figures.quantile(of(ours), P99), Figures.quantile(of(others), P99));
        }

        private List<Double> of(List<Wake> wakes) {
            return wakes.stream().map(millis::applyAsDouble).toList();
        }

        void write(Results results, String measure, String beside) {
            results.ratio(measure + ", p50", "ms", beside, p50);
            results.ratio(measure + ", p99", "ms", beside, p99);
        }
    }
}
