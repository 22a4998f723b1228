package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.store.claim.Plan;

/** What to claim; {@code since}: when the look began. */
record Target(Basis basis, Plan plan, long since) {

    /** Why a claim asks for what it asks for. */
    enum Basis {
        /** The last one came back full: on along what was seen then. At the end of the queue comes its head again. */
        CURSOR,
        /**
         * The queue only ever had one group. What the look afterwards shows of the same came in just now, and has a wake-up of
         * its own, or another node is about to take it.
         */
        HABIT,
        /** A look has shown it. */
        LOOK
    }
}
