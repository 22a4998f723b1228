package io.github.rowmill.operate.admin;

import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Subscription;
import io.github.rowmill.api.SubscriptionNotFoundException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.topic.store.SubscriptionKey;
import io.github.rowmill.feature.topic.store.SubscriptionRows;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Checks access to subscribers. A permission for the tasks of a subscriber is one for the subscriber. */
@Singleton
class SubscriptionAccess {

    private final Access access;
    private final NewTaskAccess newTasks;
    private final SubscriptionRows rows;

    SubscriptionAccess(Access access, NewTaskAccess newTasks, SubscriptionRows rows) {
        this.access = access;
        this.newTasks = newTasks;
        this.rows = rows;
    }

    /**
     * Requires the permission to enqueue for a subscriber. The message names the type of the subscriber, so that the
     * caller knows which permission to ask for. It does not name a queue that the caller may not see.
     *
     * @throws DeniedException if the caller lacks it
     */
    void requireEnqueue(String topic, String queue, String type) {
        if (!access.may(Permission.OPERATE, queue, type)) {
            String where = access.may(Permission.VIEW, queue, type) ? " in the queue '%s'".formatted(queue) : "";
            throw new DeniedException(
                    "the topic '%s' has the subscriber '%s'%s, and the caller '%s' lacks the permission operate for it"
                            .formatted(topic, type, where, access.name()),
                    true);
        }
    }

    /** Requires the permission to define a subscriber with these values. */
    void requireAdmin(NewSubscription wanted) {
        access.requireSomewhere(Permission.ADMIN);
        NewTask task = NewTask.of(wanted.type());
        String queue = wanted.queue();
        newTasks.require(Permission.ADMIN, queue == null ? task : task.queue(queue));
    }

    /**
     * Returns a subscriber that the caller may define, and locks it until the transaction ends.
     *
     * @throws SubscriptionNotFoundException if the subscriber does not exist
     */
    Subscription requireLocked(String topic, String type) {
        access.requireSomewhere(Permission.ADMIN);
        boolean isName = !Storable.isUnstorable(topic) && !Storable.isUnstorable(type);
        Optional<Subscription> found = isName ? rows.lock(new SubscriptionKey(topic, type)) : Optional.empty();
        Subscription subscriber = found.orElseThrow(() -> new SubscriptionNotFoundException(topic, type));
        access.requireOf(Permission.ADMIN, subscriber.queue(), subscriber.type());
        return subscriber;
    }
}
