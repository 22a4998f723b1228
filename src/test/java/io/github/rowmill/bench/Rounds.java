package io.github.rowmill.bench;

import java.util.ArrayList;
import java.util.List;

/** Two figures of each round, one of Rowmill and one of the other side. */
final class Rounds {

    final List<Double> ours = new ArrayList<>();
    final List<Double> others = new ArrayList<>();

    void add(double our, double other) {
        ours.add(our);
        others.add(other);
    }
}
