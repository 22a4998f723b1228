package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.store.claim.Plan;
import java.time.Duration;

/**
 * The target of a claim.
 *
 * @param since the time at which the look or the claim began
 * @param look the duration of the look; zero if there was none
 */
record Target(Basis basis, Plan plan, long since, Duration look) {

    /** Returns whether the claim went without a look, so that one must follow at the end of the queue. */
    boolean looksLater() {
        return basis == Basis.CURSOR || basis == Basis.HABIT;
    }

    /** The reason for the groups and the position of a claim. */
    enum Basis {
        /**
         * The last claim came back full, or the head is slow. This claim goes on behind the last one in the same
         * groups. At the end of the queue, a look at its head follows. If the head is slow, the look waits until
         * its pause is over.
         */
        CURSOR,
        /**
         * The queue has only ever shown one group. A look follows the claim, and ignores that group. Its due tasks
         * have just come in and have a wake-up of their own, or another node is about to take them.
         */
        HABIT,
        /** A look at the queue has shown the groups. */
        LOOK,
        /** A walk over all queues has shown the groups. */
        SHOWN
    }
}
