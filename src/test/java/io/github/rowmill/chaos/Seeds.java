package io.github.rowmill.chaos;

import java.util.concurrent.ThreadLocalRandom;

/** What a run's dice begin with; {@code -Dchaos.seed} repeats the faults of an earlier one, though not their timing. */
final class Seeds {

    private Seeds() {}

    static long fresh() {
        Long given = Long.getLong("chaos.seed");
        return given == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : given;
    }
}
