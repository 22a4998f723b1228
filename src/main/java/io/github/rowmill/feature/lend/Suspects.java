package io.github.rowmill.feature.lend;

import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.Groups;
import io.github.rowmill.engine.store.claim.QuarantinedTasks;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
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
    private final QuarantinedTasks tasks;

    Suspects(Claims claims, QuarantinedTasks tasks) {
        this.claims = claims;
        this.tasks = tasks;
    }

    /** Claims one task in quarantine, for a worker that holds no other task. */
    Claims.Taken claim(Claimant claimant, String queue) {
        return claims.claimQuarantined(claimant, Set.of(queue), claimant.types());
    }

    /**
     * Returns whether an idle worker gets one of these first, although other tasks wait: for 10 s, and then again
     * after 10 s.
     */
    static boolean isTurnOf(List<Groups.Seen> suspects) {
        return suspects.stream().anyMatch(seen -> spans(seen.late()) % 2 == 0);
    }

    /** Returns whether a busy worker gets no other task now if one of these waits for it to be alone. */
    static boolean isTimeOf(List<Groups.Seen> suspects) {
        return suspects.stream().anyMatch(seen -> isTime(seen.late()));
    }

    /** Returns whether a task in quarantine would start now or soon if the worker held no task. */
    boolean mayStart(Claimant claimant, String queue) {
        return tasks.mayStart(claimant, Set.of(queue), (of, key) -> false, FIRST);
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
