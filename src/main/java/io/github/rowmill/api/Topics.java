package io.github.rowmill.api;

import java.util.List;
import java.util.Optional;

/**
 * The subscribers of topics, to inject. {@link TaskQueue#publish(String, Object)} makes a task for each of them.
 * Each method joins the caller's JTA transaction, or has one of its own. A change is effective for each publish
 * that begins after its commit.
 *
 * <p>Safe for all threads. All methods wait for the database. On an event loop they throw a
 * {@code BlockingOperationNotAllowedException}. In a transaction that is marked for rollback they throw an
 * {@link IllegalStateException}.
 */
public interface Topics {

    /**
     * Adds a subscriber, unless the topic has a subscriber of this type.
     *
     * @return false if there is one; it was not changed
     * @throws InvalidTopicException a value is out of range
     */
    boolean subscribe(NewSubscription subscriber);

    /**
     * Changes a subscriber to these values, with defaults for those that are not set. A subscriber that code
     * declares is pinned.
     *
     * @throws SubscriptionNotFoundException the topic has no subscriber of this type
     * @throws InvalidTopicException a value is out of range
     */
    void change(NewSubscription subscriber);

    /**
     * Pins or unpins a subscriber. Nodes that start do not change a pinned subscriber, and no node deletes
     * it while no handler takes its type.
     *
     * @throws SubscriptionNotFoundException the topic has no subscriber of this type
     */
    void pin(String topic, String type, boolean pinned);

    /**
     * Removes a subscriber. Its tasks stay. A publish that has begun before the commit may still make a task for
     * it. A subscriber that code declares comes back at the next start of a node with that code.
     *
     * @throws SubscriptionNotFoundException the topic has no subscriber of this type
     */
    void unsubscribe(String topic, String type);

    /** {@return the subscriber of this type, or empty if the topic has none} */
    Optional<Subscription> find(String topic, String type);

    /** Returns the subscribers of a topic in the order of their types. */
    List<Subscription> subscribers(String topic);
}
