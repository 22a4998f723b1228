package io.github.rowmill.feature.failure;

import io.github.rowmill.text.FailureSignature;

/**
 * The number of attempts of one queue and type that failed with one signature since the last round.
 *
 * @param sample id of the task that failed last
 */
record FailureCount(FailureSignature signature, long count, long sample) {

    FailureCount and(FailureCount later) {
        return new FailureCount(later.signature, count + later.count, later.sample);
    }
}
