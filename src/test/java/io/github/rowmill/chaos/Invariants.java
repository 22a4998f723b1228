package io.github.rowmill.chaos;

import java.util.Set;

/** Sets of the invariants that a run checks, by their numbers. */
final class Invariants {

    static final Set<String> ALL = Set.of(
            "I1", "I2", "I3", "I4", "I5", "I6", "I8", "I10", "I12", "I13", "I14", "I15", "I16", "I17", "I18", "I19",
            "I20", "I21");

    /** Invariants that hold even if the database's clock is wrong. */
    static final Set<String> WHATEVER_THE_TIME =
            Set.of("I1", "I2", "I3", "I4", "I5", "I10", "I13", "I14", "I17", "I18", "I19", "I20", "I21");

    private Invariants() {}

    static boolean asks(Set<String> invariants, String breach) {
        return invariants.contains(breach.substring(0, breach.indexOf(' ')));
    }
}
