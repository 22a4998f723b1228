package io.github.rowmill.engine.failure;

import io.github.rowmill.text.FailureSignature;

/**
 * How often attempts of one queue and type failed by one signature since the last round.
 *
 * @param sample the task that failed last
 */
record Tally(FailureSignature signature, long count, long sample) {

    Tally and(Tally later) {
        return new Tally(later.signature, count + later.count, later.sample);
    }
}
