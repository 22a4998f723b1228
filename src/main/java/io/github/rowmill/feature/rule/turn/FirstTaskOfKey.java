package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.task.Position;
import org.jspecify.annotations.Nullable;

/** A task at the head of its key. */
record FirstTaskOfKey(long id, Kind kind, Position position, String type, boolean isDue, boolean isQuarantined) {

    enum Kind {
        EXECUTING,
        /** Dead, in a queue in which a dead task blocks its key. */
        DEAD,
        /** In an ordered queue: was started before, and must be started again. */
        BEGUN,
        /** Set aside until the turn of its key. */
        WAITING,
        QUEUED
    }

    /** Returns the earlier of both tasks. */
    FirstTaskOfKey orEarlier(@Nullable FirstTaskOfKey other) {
        return other != null && other.position.compareTo(position) < 0 ? other : this;
    }

    /** Returns the head for a task that the claim has found and locked. */
    static FirstTaskOfKey of(Admission.Candidate candidate) {
        return new FirstTaskOfKey(candidate.id(), Kind.QUEUED, candidate.position(), "", true, false);
    }
}
