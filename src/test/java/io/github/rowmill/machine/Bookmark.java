package io.github.rowmill.machine;

import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Calls the claim that goes on behind an earlier task. */
final class Bookmark {

    private Bookmark() {}

    /** Claims tasks behind {@code last}, in the queue of that task. */
    static List<Claimed> claimAfter(HandClaims claims, Claimed last, Set<String> types, int limit) {
        return claims.claimAfter(last.position(), last.queue(), types, limit);
    }

    /** Returns a task that stood before all others of its queue. */
    static Claimed first(String queue, String type) {
        Position position = new Position(0, Instant.EPOCH, 0);
        return new Claimed(
                new Lease(0, 0),
                queue,
                type,
                "null",
                1,
                1,
                0,
                null,
                Duration.ZERO,
                null,
                null,
                null,
                position,
                null,
                false);
    }
}
