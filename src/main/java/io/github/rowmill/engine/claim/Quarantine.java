package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.Suspects;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Jitter;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;

/**
 * Makes time for tasks that have crashed twice: such a task runs alone on its node, so that one which kills its process
 * kills no neighbour, and one that merely stood beside it is not blamed. Alone means beside no other handler, not even an
 * abandoned one.
 *
 * <p>A busy node is never alone by itself. So it stops claiming for a while to empty its hand, and if that takes too long
 * goes on as before and tries again later; after some such tries one of the nodes keeps at it until it is alone. From then
 * on one suspect follows the other, with breaks if other tasks wait. Called under the claimer's lock.
 */
@Singleton
class Quarantine {

    /** How long a node goes without claiming, to empty its hand. */
    static final Duration MAX_CLEARING = Duration.ofSeconds(10);

    /** Least time between two tries; up to as much again at random, so that nodes do not all clear at once. */
    static final Duration REST = Duration.ofSeconds(30);

    private static final Jitter APART = new Jitter(1, 2);

    /** After so many tries in vain one node of those that are busy with the same queues clears for as long as it takes, if it is of use still. */
    static final int TRIES = 3;

    /** A node with abandoned handlers leaves suspects to others; after so many tries there seem to be none. */
    static final int LAST_RESORT = 10;

    /** So long may suspects follow each other while other tasks wait; a break is as long. */
    static final Duration STINT = Duration.ofSeconds(10);

    private final QueueClaim claim;
    private final WorkerPool pool;
    private final Suspects suspects;
    private final Ticker ticker;
    private volatile boolean clearing;
    private volatile boolean follows;
    private boolean insists;
    private int tries;
    private long clearingSince;
    private long restUntil;
    private long stintSince;
    private long breakUntil;

    Quarantine(QueueClaim claim, WorkerPool pool, Suspects suspects, Ticker ticker) {
        this.claim = claim;
        this.pool = pool;
        this.suspects = suspects;
        this.ticker = ticker;
        this.restUntil = ticker.nanos();
        this.breakUntil = ticker.nanos();
    }

    /** Whether the node makes room, and must claim nothing else. */
    boolean isClearing() {
        return clearing;
    }

    /** Whether the node makes room for a suspect, or one was claimed last, so that the next is to follow as soon as it has ended. */
    boolean comesFirst() {
        return clearing || follows;
    }

    /**
     * Takes a quarantined task if the node is alone with it, else sees to it that it will be.
     *
     * @param queues those that hold due tasks in quarantine
     * @param othersWait whether other tasks are due
     * @return whether one was claimed
     */
    boolean claimFrom(Set<String> queues, boolean othersWait) {
        boolean followed = follows;
        follows = false;
        if (queues.isEmpty()) {
            stopClearing();
            tries = 0;
            return false;
        }
        if (isAlone()) {
            stopClearing();
            return isTime(followed, othersWait) && claimAlone(queues);
        }
        if (clearing && ticker.since(clearingSince).compareTo(MAX_CLEARING) > 0) {
            endTry(queues);
        } else if (!clearing && ticker.nanos() - restUntil >= 0 && isTime(followed, othersWait) && isOfUse(queues)) {
            clear();
        }
        return false;
    }

    /** Whether one may start once the hand is empty. */
    private boolean isOfUse(Set<String> queues) {
        return suspects.mayStart(queues, claim.types(), pool::holds, MAX_CLEARING);
    }

    private void clear() {
        clearing = true;
        clearingSince = ticker.nanos();
    }

    private boolean isAlone() {
        int beside = pool.running() - (tries >= LAST_RESORT ? pool.abandoned() : 0);
        return pool.size() == 0 && beside == 0;
    }

    /** Suspects take turns with other tasks that wait: neither keeps the other out. */
    private boolean isTime(boolean followed, boolean othersWait) {
        if (!othersWait) {
            stintSince = ticker.nanos();
            return true;
        }
        if (ticker.nanos() - breakUntil < 0) {
            return false;
        }
        if (followed && ticker.since(stintSince).compareTo(STINT) > 0) {
            breakUntil = ticker.nanos() + STINT.toNanos();
            return false;
        }
        if (!followed) {
            stintSince = ticker.nanos();
        }
        return true;
    }

    private boolean claimAlone(Set<String> queues) {
        follows = claim.claimQuarantined(queues);
        if (follows) {
            tries = 0;
        } else {
            rest(); // another node has the task
        }
        return follows;
    }

    private void endTry(Set<String> queues) {
        insists = (insists || isToInsist(queues)) && isOfUse(queues);
        if (insists) {
            clear();
            return;
        }
        stopClearing();
        rest();
    }

    /** Once for each try: what insists tries no more. */
    private boolean isToInsist(Set<String> queues) {
        tries++;
        boolean canBeAlone = pool.abandoned() == 0 || tries >= LAST_RESORT;
        return tries >= TRIES && canBeAlone && suspects.isThisNodeFirst(queues);
    }

    private void stopClearing() {
        clearing = false;
        insists = false;
    }

    /** No other try for a while. */
    private void rest() {
        restUntil = ticker.nanos() + APART.of(REST).toNanos();
    }
}
