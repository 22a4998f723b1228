package io.github.rowmill.api;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rules of queues, to inject. They are rows of {@code rowmill_queue}, and hold in the whole cluster: for every claim that
 * begins after the commit, on whatever node. {@code depth}, {@code lifo}, {@code ageing} and {@code weight} are known to other
 * nodes within some seconds. A queue without rules is claimed from as if there were none for any.
 *
 * <p>Every method joins the caller's JTA transaction; without one each call is one of its own. Until a change commits, none
 * of the queue's tasks are started. Safe for all threads.
 */
public interface Queues {

    /**
     * The rules of a queue, and where they come from.
     *
     * @param pinned whether {@code rowmill.queues."NAME".rules} is not applied, as somebody has changed the rules since
     * @param declaredBy the application whose configuration sets them; null: none does
     */
    record Ruled(
            String queue,
            QueueRules rules,
            boolean pinned,
            @Nullable String declaredBy) {}

    /**
     * Changes the rules of a queue, and nobody else does meanwhile: {@code change} is given what holds now, and returns what
     * is to hold. Rules that are declared by configuration are pinned by it, unless only pauses have changed.
     *
     * @param queue 1 to 200 characters
     * @return what holds from the commit on
     * @throws InvalidRuleException the name is no queue's, a rule is out of its range, or two contradict each other; it names all
     */
    QueueRules change(String queue, UnaryOperator<QueueRules> change);

    /**
     * Gives a queue these rules and no others.
     *
     * @throws InvalidRuleException as of {@link #change}
     */
    default void set(String queue, QueueRules rules) {
        change(queue, old -> rules);
    }

    /**
     * Starts no more tasks of a queue until it is resumed; what executes goes on, and enqueues do. A queue may be paused
     * before it has tasks.
     *
     * @param queue 1 to 200 characters
     * @throws InvalidRuleException the name is no queue's
     */
    default void pause(String queue) {
        change(queue, rules -> rules.paused(true));
    }

    /**
     * Starts tasks of a queue again.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    default void resume(String queue) {
        change(queue, rules -> rules.paused(false));
    }

    /**
     * Starts no more tasks of one type in a queue until that is resumed; its other tasks are started, whatever their order.
     *
     * @param type 1 to 200 characters
     * @throws InvalidRuleException the name is no queue's or no type's
     */
    void pauseType(String queue, String type);

    /**
     * Starts tasks of a type in a queue again.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    void resumeType(String queue, String type);

    /**
     * Lets no more than so many tasks of a queue execute at once in the whole cluster; those that were started before count.
     * A task whose node has died holds its place until its lease is recovered. If more execute already, they go on, and none
     * is started until there is room.
     *
     * @param concurrency at least 1; to start none, pause the queue
     * @throws InvalidRuleException the name is no queue's, or {@code concurrency} is less
     */
    default void limit(String queue, int concurrency) {
        change(queue, rules -> rules.concurrency(concurrency));
    }

    /**
     * Takes the limit away.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    default void unlimit(String queue) {
        change(queue, rules -> rules.concurrency(null));
    }

    /**
     * Takes all rules of a queue away, and that they are declared or pinned; what configuration declares comes back at the
     * next start of a node.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    void delete(String queue);

    /**
     * Keeps what configuration declares from being applied to a queue, or lets it be applied at the next start of a node. Of
     * a queue whose rules nobody declares it changes nothing.
     *
     * @throws InvalidRuleException the name is no queue's
     */
    void pin(String queue, boolean pinned);

    /** The rules of a queue; empty: it has none. */
    default Optional<QueueRules> rules(String queue) {
        return find(queue).map(Ruled::rules);
    }

    /** The rules of a queue, and where they come from; empty: it has none. */
    Optional<Ruled> find(String queue);

    /**
     * A dead task that holds up its key.
     *
     * @param task its id
     */
    record Blocked(String key, long task) {}

    /** The dead tasks of an ordered queue that hold up their keys, by key, the first 1,000; none, unless the queue blocks. */
    List<Blocked> blocked(String queue);

    /**
     * Lets a key go on without the dead tasks that hold it up; they stay dead. To run one of them again instead, retry it.
     *
     * @return how many held it up
     */
    int unblock(String queue, String key);

    /** All queues that have rules, by name. */
    List<Ruled> all();
}
