package io.github.rowmill.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rules of queues, to inject. They are rows of {@code rowmill_queue}, and hold in the whole cluster: for every claim that
 * begins after the commit, on whatever node. A queue without rules is claimed from as if there were none for any.
 *
 * <p>Every method joins the caller's JTA transaction; without one each call is one of its own. Safe for all threads.
 */
public interface Queues {

    /**
     * What holds for a queue.
     *
     * @param concurrency most tasks that execute at once in the cluster; null: no limit
     */
    record Rules(String queue, boolean paused, @Nullable Integer concurrency) {}

    /**
     * Starts no more tasks of a queue until it is resumed; what executes goes on, and enqueues do. A queue may be paused
     * before it has tasks.
     *
     * @param queue 1 to 200 characters
     * @throws InvalidRuleException the name is no queue's
     */
    void pause(String queue);

    /**
     * Starts tasks of a queue again.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    void resume(String queue);

    /**
     * Lets no more than so many tasks of a queue execute at once in the whole cluster; those that were started before count.
     * A task whose node has died holds its place until its lease is recovered. If more execute already, they go on, and none
     * is started until there is room.
     *
     * @param concurrency at least 1; to start none, pause the queue
     * @throws InvalidRuleException the name is no queue's, or {@code concurrency} is less
     */
    void limit(String queue, int concurrency);

    /**
     * Takes the limit away.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    void unlimit(String queue);

    /** The rules of a queue; empty: it has none. */
    Optional<Rules> rules(String queue);
}
