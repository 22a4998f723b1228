package io.github.rowmill.api;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rules of queues, to inject. They are rows of {@code rowmill_queue} and apply in the whole cluster, to every
 * claim that begins after the commit, on any node. Other nodes read {@code depth}, {@code lifo}, {@code ageing}
 * and {@code weight} within some seconds. The rules of other queues do not affect claims from a queue without
 * rules.
 *
 * <p>Every method joins the caller's JTA transaction; without one, each call has its own. No task of the queue
 * starts until a change commits. Safe for all threads.
 */
public interface Queues {

    /** Largest result of {@link #depth}. */
    int MAX_DEPTH = 10_000;

    /**
     * The rules of a queue and their origin.
     *
     * @param pinned whether {@code rowmill.queues."NAME".rules} is not applied, because a user changed the rules
     * @param declaredBy the application whose configuration sets the rules, or null for none
     */
    record Ruled(
            String queue,
            QueueRules rules,
            boolean pinned,
            @Nullable String declaredBy) {}

    /**
     * Changes the rules of a queue while no other transaction can change them. {@code change} receives the current
     * rules and returns the new ones. A change of rules that configuration declares pins them, unless only pauses
     * have changed.
     *
     * @param queue 1 to 200 characters
     * @return the rules that apply from the commit on
     * @throws InvalidRuleException the name cannot be a queue's, a rule is out of its range, or two rules
     *     contradict each other; it lists all violations
     */
    QueueRules change(String queue, UnaryOperator<QueueRules> change);

    /**
     * Replaces all rules of a queue.
     *
     * @throws InvalidRuleException as {@link #change} throws it
     */
    default void set(String queue, QueueRules rules) {
        change(queue, old -> rules);
    }

    /**
     * Stops starting tasks of a queue until it is resumed. Tasks that execute continue, and enqueues are accepted.
     * A queue may be paused before it has tasks.
     *
     * @param queue 1 to 200 characters
     * @throws InvalidRuleException the name cannot be a queue's
     */
    default void pause(String queue) {
        change(queue, rules -> rules.paused(true));
    }

    /**
     * Starts tasks of a queue again.
     *
     * @throws InvalidRuleException the name cannot be a queue's
     */
    default void resume(String queue) {
        change(queue, rules -> rules.paused(false));
    }

    /**
     * Stops starting tasks of one type in a queue until the type is resumed. Other tasks of the queue start,
     * whatever their order.
     *
     * @param type 1 to 200 characters
     * @throws InvalidRuleException the name cannot be a queue's or a type's
     */
    void pauseType(String queue, String type);

    /**
     * Starts tasks of a type in a queue again.
     *
     * @throws InvalidRuleException the name cannot be a queue's
     */
    void resumeType(String queue, String type);

    /**
     * Limits the tasks of a queue that execute at once in the whole cluster. Tasks that were started before count.
     * A task whose node has died counts until its lease is recovered. If more tasks execute already, they go on,
     * and none starts until the number is below the limit.
     *
     * @param concurrency at least 1; to start none, pause the queue
     * @throws InvalidRuleException the name cannot be a queue's, or {@code concurrency} is less than 1
     */
    default void limit(String queue, int concurrency) {
        change(queue, rules -> rules.concurrency(concurrency));
    }

    /**
     * Removes the limit.
     *
     * @throws InvalidRuleException the name cannot be a queue's
     */
    default void unlimit(String queue) {
        change(queue, rules -> rules.concurrency(null));
    }

    /**
     * Deletes all rules of a queue, and the record that they are declared or pinned. Rules that configuration
     * declares come back at the next start of a node.
     *
     * @throws InvalidRuleException the name cannot be a queue's
     */
    void delete(String queue);

    /**
     * Pins the rules of a queue, so that configuration does not change them, or lets it change them at the next
     * start of a node. It has no effect if no configuration declares rules for the queue.
     *
     * @throws InvalidRuleException the name cannot be a queue's
     */
    void pin(String queue, boolean pinned);

    /**
     * Returns the rules of a queue.
     *
     * @return empty if the queue has none
     */
    default Optional<QueueRules> rules(String queue) {
        return find(queue).map(Ruled::rules);
    }

    /**
     * Returns the rules of a queue and their origin.
     *
     * @return empty if the queue has none
     */
    Optional<Ruled> find(String queue);

    /**
     * A dead task that blocks its key.
     *
     * @param task its id
     */
    record Blocked(String key, long task) {}

    /**
     * Lists the dead tasks of an ordered queue that block their keys.
     *
     * @return the first 1,000, ordered by key; empty unless the queue blocks
     */
    List<Blocked> blocked(String queue);

    /**
     * Lets a key go on without the dead tasks that block it. These stay dead. To run one of them again instead,
     * retry it.
     *
     * @return the number of tasks that blocked the key
     */
    int unblock(String queue, String key);

    /**
     * Counts the waiting tasks of a queue, as its rule {@link QueueRules#depth} does. Queued tasks count, due or
     * not, and tasks that wait for their key. Tasks that execute or are in quarantine do not count. Tasks that
     * the caller's transaction has enqueued count too.
     *
     * <p>Each call reads an index, up to {@link #MAX_DEPTH} entries for each of the two kinds. Do not call it for
     * each task.
     *
     * @return at most {@link #MAX_DEPTH}, which stands for this number or more; 0 if there is no such queue
     */
    int depth(String queue);

    /** Returns all queues that have rules, ordered by name. */
    List<Ruled> all();
}
