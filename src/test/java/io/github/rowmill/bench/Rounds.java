package io.github.rowmill.bench;

import java.util.ArrayList;
import java.util.List;

/** Figures of the same rounds, the one beside the other. */
final class Rounds {

    final List<Double> ours = new ArrayList<>();
    final List<Double> others = new ArrayList<>();

    void add(double our, double other) {
        ours.add(our);
        others.add(other);
    }
}
