package io.github.rowmill.chaos;

import java.util.concurrent.ThreadLocalRandom;

/** Seeds of a run's random choices. {@code -Dchaos.seed} repeats the faults of an earlier run, but not their timing. */
final class Seeds {

    private Seeds() {}

    static long fresh() {
        Long given = Long.getLong("chaos.seed");
        return given == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : given;
    }
}
