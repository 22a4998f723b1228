package io.github.rowmill.engine.limit.turn;

import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.task.Position;
import org.jspecify.annotations.Nullable;

/** A task at the head of its key. */
record Head(long id, Kind kind, Position position, String type, boolean isDue, boolean isQuarantined) {

    enum Kind {
        EXECUTING,
        /** Dead, and of a queue in which that holds up its key. */
        DEAD,
        /** Of an ordered queue: has been started, and is to be again. */
        BEGUN,
        /** Set aside. */
        WAITING,
        QUEUED
    }

    /** The first of both. */
    Head orEarlier(@Nullable Head other) {
        return other != null && other.position.compareTo(position) < 0 ? other : this;
    }

    /** A task that the claim has found and locked. */
    static Head of(Admission.Candidate candidate) {
        return new Head(candidate.id(), Kind.QUEUED, candidate.position(), "", true, false);
    }
}
