package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.Sql;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tasks a claim may take. It is called in the claim's transaction, between the lock and the take. It
 * is called only for a queue with a row in {@code rowmill_queue}, so other queues have no cost.
 */
public interface Admission {

    /** Returns the queues with waiting tasks that may continue now. Called once a round. */
    Collection<String> ready();

    /**
     * Returns whether a queue may have waiting tasks, so that a claim is worthwhile even if no queued task is due.
     */
    boolean mayHaveWaiting(String queue);

    /**
     * A locked task that is due.
     *
     * @param key its key within the queue; null if it has none
     */
    record Candidate(long id, @Nullable String key, Position position) {}

    /**
     * The request of a claim.
     *
     * @param types the types of task that the claimant takes
     * @param candidates the locked tasks, in the order of claiming
     * @param more whether more candidates may follow these
     * @param room the number of tasks that the claim has room for
     * @param only whether only candidates may be taken
     * @param barred types of which only candidates may be taken
     */
    record Request(
            Set<String> types,
            String queue,
            List<Candidate> candidates,
            boolean more,
            int room,
            boolean only,
            Set<String> barred) {

        /** Returns this request with other candidates and another room. */
        public Request of(List<Candidate> some, int other) {
            return new Request(types, queue, some, more, other, only, barred);
        }
    }

    /**
     * Returns the tasks that may be taken. It must not wait for a lock, because the candidates are locked
     * meanwhile.
     */
    Decision decide(Sql sql, Request request) throws SQLException;

    /** The answer to a request, in the claim's transaction. */
    interface Decision {

        /** Returns the tasks to take: candidates, and other tasks that waited, which the claim must lock. */
        List<Long> ids();

        /** Records the tasks that were taken. They are taken unless the transaction is rolled back. */
        Next took(Sql sql, Collection<Claimed> tasks) throws SQLException;
    }

    /**
     * The expectation for the next claim.
     *
     * @param atOnce whether it may find more tasks at once
     * @param heldBack whether the rules held tasks back
     * @param inTurns whether tasks are taken in another order than that of the queue
     * @param later the time until the rules allow more, whatever ends until then; empty if unknown
     */
    record Next(boolean atOnce, boolean heldBack, boolean inTurns, Optional<Duration> later) {

        /** There are no rules, or they allow all tasks. */
        public static final Next OPEN = new Next(false, false, false, Optional.empty());

        /** The rules hold tasks back until a taken task ends. */
        public static final Next HELD_BACK = new Next(false, true, false, Optional.empty());
    }
}
