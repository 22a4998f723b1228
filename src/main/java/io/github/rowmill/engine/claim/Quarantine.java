package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.QuarantinedTasks;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Jitter;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;

/**
 * Makes time for tasks that have crashed twice. Each of them runs alone on its node. So a task that kills its
 * process kills no neighbour, and a task that only ran beside it is not blamed. Alone means that no other handler
 * runs, not even an abandoned one.
 *
 * <p>A busy node never becomes empty without help. So it stops claiming for a while to settle the tasks that it
 * holds. If that takes too long, it resumes claiming and tries again later. After some failed tries, one of the
 * nodes keeps clearing until it is empty. From then on, suspects run one after the other, with breaks if other
 * tasks wait. Called under the claimer's lock.
 */
@Singleton
class Quarantine {

    /** Longest time that a node stops claiming in one try. */
    static final Duration MAX_CLEARING = Duration.ofSeconds(10);

    /**
     * Least pause between two tries. A random part of up to the same length is added, so that nodes do not all
     * clear at once.
     */
    static final Duration REST = Duration.ofSeconds(30);

    private static final Jitter APART = new Jitter(1, 2);

    /**
     * After this number of failed tries, one of the nodes busy with the same queues clears for as long as needed,
     * if that still helps.
     */
    static final int TRIES = 3;

    /**
     * Number of failed tries after which abandoned handlers no longer count. Before that, a node with abandoned
     * handlers leaves suspects to other nodes; by then there seem to be none.
     */
    static final int LAST_RESORT = 10;

    /** Longest time for which suspects follow each other while other tasks wait. A break is equally long. */
    static final Duration STINT = Duration.ofSeconds(10);

    private final QueueClaim claim;
    private final WorkerPool pool;
    private final QuarantinedTasks suspects;
    private final Claimant claimant;
    private final Ticker ticker;
    private volatile boolean clearing;
    private volatile boolean follows;
    private boolean insists;
    private int tries;
    private long clearingSince;
    private long restUntil;
    private long stintSince;
    private long breakUntil;

    Quarantine(QueueClaim claim, WorkerPool pool, QuarantinedTasks suspects, Claimant claimant, Ticker ticker) {
        this.claim = claim;
        this.pool = pool;
        this.suspects = suspects;
        this.claimant = claimant;
        this.ticker = ticker;
        this.restUntil = ticker.nanos();
        this.breakUntil = ticker.nanos();
    }

    /** Returns whether the node is clearing, and must claim nothing else. */
    boolean isClearing() {
        return clearing;
    }

    /**
     * Returns whether the node is clearing for a suspect, or claimed one last. In the second case the next one
     * follows as soon as that one has ended.
     */
    boolean comesFirst() {
        return clearing || follows;
    }

    /**
     * Claims a task in quarantine if the node holds no other task. Otherwise starts or continues to clear the
     * node.
     *
     * @param queues queues that hold due tasks in quarantine
     * @param othersWait whether other tasks are due
     * @return whether a task was claimed
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

    /** Returns whether a suspect could start once this node holds no task. */
    private boolean isOfUse(Set<String> queues) {
        return suspects.mayStart(claimant, queues, pool::holds, MAX_CLEARING);
    }

    private void clear() {
        clearing = true;
        clearingSince = ticker.nanos();
    }

    private boolean isAlone() {
        int beside = pool.running() - (tries >= LAST_RESORT ? pool.abandoned() : 0);
        return pool.size() == 0 && beside == 0;
    }

    /**
     * Returns whether a suspect may run now. Suspects and other waiting tasks alternate, so that neither blocks
     * the other.
     */
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

    /**
     * Counts a failed try, and returns whether this node now clears for as long as needed. Not called again while
     * it does.
     */
    private boolean isToInsist(Set<String> queues) {
        tries++;
        boolean canBeAlone = pool.abandoned() == 0 || tries >= LAST_RESORT;
        return tries >= TRIES && canBeAlone && suspects.isFirst(claimant, queues);
    }

    private void stopClearing() {
        clearing = false;
        insists = false;
    }

    /** Starts the pause before the next try. */
    private void rest() {
        restUntil = ticker.nanos() + APART.of(REST).toNanos();
    }
}
