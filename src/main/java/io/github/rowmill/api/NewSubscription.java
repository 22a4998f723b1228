package io.github.rowmill.api;

import org.jspecify.annotations.Nullable;

/**
 * A subscriber to add to a topic, or the new state of an existing one. Immutable: each method returns a copy with
 * one value set. {@link Topics} checks all values at once.
 *
 * <p>Example: {@code NewSubscription.of("order-placed", "send-receipt").queue("mail")}.
 *
 * @param queue the queue of its tasks, or null for the type's
 * @param maxAttempts the maximum number of attempts of its tasks, or null for the type's
 */
public record NewSubscription(
        String topic,
        String type,
        @Nullable String queue,
        @Nullable Integer maxAttempts) {

    /** Creates a subscriber by topic and type, 1 to 200 characters each. */
    public static NewSubscription of(String topic, String type) {
        return new NewSubscription(topic, type, null, null);
    }

    /** Sets the queue, 1 to 200 characters; the default is the type's queue, or {@code default}. */
    public NewSubscription queue(String name) {
        return new NewSubscription(topic, type, name, maxAttempts);
    }

    /** Sets the maximum number of attempts, at least 1; the default is the type's. */
    public NewSubscription maxAttempts(int value) {
        return new NewSubscription(topic, type, queue, value);
    }
}
