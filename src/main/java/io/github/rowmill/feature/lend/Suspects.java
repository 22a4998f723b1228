package io.github.rowmill.feature.lend;

import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.Groups;
import io.github.rowmill.engine.store.claim.QuarantinedTasks;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;

/**
 * Gives tasks in quarantine to remote workers that hold nothing, and makes time for them. As a node keeps nothing of
 * a worker, the time follows from how long the task has been due.
 */
@Singleton
class Suspects {

    /** Time for which workers first get no other task. Short tasks have ended by then. */
    private static final Duration FIRST = Duration.ofSeconds(10);

    private final Claims claims;
    private final Groups groups;
    private final QuarantinedTasks tasks;

    Suspects(Claims claims, Groups groups, QuarantinedTasks tasks) {
        this.claims = claims;
        this.groups = groups;
        this.tasks = tasks;
    }

    /** Claims one task in quarantine, for a worker that holds no other task. */
    Claims.Taken claim(Claimant claimant, String queue) {
        return claims.claimQuarantined(claimant, Set.of(queue), claimant.types());
    }

    /**
     * Returns whether an idle worker gets a task in quarantine first, although other tasks wait: for 10 s, and then
     * again after 10 s.
     */
    boolean isTurnOf(Claimant claimant, String queue) {
        return groups.quarantined(claimant.types()).stream()
                .anyMatch(seen -> seen.queue().equals(queue) && spans(seen.late()) % 2 == 0);
    }

    /**
     * Returns whether a busy worker gets no task of other queues now, because a task in quarantine waits for it to
     * be alone.
     */
    boolean isTimeFor(Claimant claimant, String queue) {
        return groups.quarantined(claimant.types()).stream()
                        .anyMatch(seen -> seen.queue().equals(queue) && isTime(seen.late()))
                && tasks.mayStart(claimant, Set.of(queue), (of, key) -> false, FIRST);
    }

    /**
     * Returns whether a time since the due moment belongs to tasks in quarantine: the first 10 s, and then every
     * second one of spans that double. So a span is longer than any task at last, and other tasks have half of the
     * time.
     */
    static boolean isTime(Duration late) {
        int doubled = Long.SIZE - Long.numberOfLeadingZeros(spans(late));
        return doubled % 2 == 0;
    }

    private static long spans(Duration late) {
        return Math.max(0, late.toMillis()) / FIRST.toMillis();
    }
}
