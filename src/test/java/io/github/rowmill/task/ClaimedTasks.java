package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;

/** Makes claimed tasks for tests to which their content does not matter. */
public final class ClaimedTasks {

    /** The time at which all these tasks were due. */
    public static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");

    private ClaimedTasks() {}

    /** Returns a task in the first of ten attempts. */
    public static Claimed claimed(long id, String queue) {
        return claimed(new Lease(id, 1), queue, 1, 0);
    }

    /** Returns a task in one of ten attempts, after {@code crashes} crashes. */
    public static Claimed claimed(Lease lease, String queue, int attempt, int crashes) {
        return new Claimed(
                lease,
                queue,
                "report",
                "{}",
                attempt,
                10,
                crashes,
                null,
                Duration.ZERO,
                null,
                null,
                null,
                new Position(0, DUE, lease.id()),
                null,
                false);
    }
}
