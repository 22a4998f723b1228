package io.github.rowmill.feature.failure;

import java.util.Comparator;

/** The key by which failures are counted. Its order is the order in which rows are locked. */
record FailureKey(String signature, String queue, String type) implements Comparable<FailureKey> {

    private static final Comparator<FailureKey> ORDER = Comparator.comparing(FailureKey::signature)
            .thenComparing(FailureKey::queue)
            .thenComparing(FailureKey::type);

    @Override
    public int compareTo(FailureKey other) {
        return ORDER.compare(this, other);
    }
}
