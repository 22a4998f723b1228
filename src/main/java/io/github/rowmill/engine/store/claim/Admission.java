package io.github.rowmill.engine.store.claim;

import io.github.rowmill.engine.store.sql.Sql;
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
 * Which tasks a claim may take. It is asked in the claim's transaction, between the lock and the take, and only of a queue
 * that has a row in {@code rowmill_queue}: others pay nothing for it.
 */
public interface Admission {

    /** Queues in which tasks wait, set aside, that may go on now. It is asked once a round. */
    Collection<String> ready();

    /** Whether tasks of a queue may be set aside, so that a claim is worth it where no queued one is due. */
    boolean mayHaveWaiting(String queue);

    /** A locked task that is due; {@code key}: the partition of its queue, null: none. */
    record Candidate(long id, @Nullable String key, Position position) {}

    /**
     * What a claim asks for.
     *
     * @param candidates in the order of claiming
     * @param more whether more candidates may stand behind these
     * @param room for how many tasks
     * @param only whether nothing but the candidates may be taken
     * @param barred types of which nothing but candidates may be taken
     */
    record Asked(String queue, List<Candidate> candidates, boolean more, int room, boolean only, Set<String> barred) {}

    /** What may be taken; it must not wait for a lock: the candidates are locked meanwhile. */
    Turn turn(Sql sql, Asked asked) throws SQLException;

    /** An answer, in the claim's transaction. */
    interface Turn {

        /** The tasks to take: candidates, and others that were set aside, which are to be locked. */
        List<Long> ids();

        /** Takes note of what was taken of them, which it was unless the transaction is rolled back. */
        Next took(Sql sql, Collection<Claimed> tasks) throws SQLException;
    }

    /**
     * What a claim may expect of the next one.
     *
     * @param atOnce whether it may find more at once
     * @param heldBack whether there was more than the rules let be taken
     * @param inTurns whether tasks are taken in another order than that of the queue
     * @param later when the rules allow more, whatever ends until then; empty: not known
     */
    record Next(boolean atOnce, boolean heldBack, boolean inTurns, Optional<Duration> later) {

        /** There are no rules, or they let everything be taken. */
        public static final Next OPEN = new Next(false, false, false, Optional.empty());

        /** The rules let not everything be taken until one ends that was. */
        public static final Next HELD_BACK = new Next(false, true, false, Optional.empty());
    }
}
