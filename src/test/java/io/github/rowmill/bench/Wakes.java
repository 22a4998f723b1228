package io.github.rowmill.bench;

import java.util.List;

/** How long it took from commits to handlers, in the same rounds: medians and 99th percentiles. */
final class Wakes {

    private static final double P99 = 0.99;

    private final Rounds p50 = new Rounds();
    private final Rounds p99 = new Rounds();

    /** The milliseconds of one round. */
    void add(List<Double> ours, List<Double> others) {
        p50.add(Results.median(ours), Results.median(others));
        p99.add(Results.quantile(ours, P99), Results.quantile(others, P99));
    }

    void write(Results results, String measure, String beside) {
        results.ratio(measure + ", p50", "ms", beside, p50);
        results.ratio(measure + ", p99", "ms", beside, p99);
    }
}
