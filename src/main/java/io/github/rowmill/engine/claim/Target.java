package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.store.claim.Plan;

/** The target of a claim. {@code since} is the time at which the look began. */
record Target(Basis basis, Plan plan, long since) {

    /** The reason for the groups and the position of a claim. */
    enum Basis {
        /**
         * The last claim came back full, and this one goes on behind it in the same groups. At the end of the
         * queue, a look at its head follows.
         */
        CURSOR,
        /**
         * The queue has only ever shown one group. A look follows the claim, and ignores that group. Its due tasks
         * have just come in and have a wake-up of their own, or another node is about to take them.
         */
        HABIT,
        /** A look has shown the groups. */
        LOOK
    }
}
