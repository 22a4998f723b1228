package io.github.rowmill.feature.topic;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.InvalidTopicException;
import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.Rows;
import io.github.rowmill.feature.topic.store.SubscriptionKey;
import io.github.rowmill.feature.topic.store.SubscriptionRows;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TypeLimits;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the names of topics and new subscribers, and fills in missing values from the type's settings. */
@Singleton
class SubscriptionChecks {

    private static final int MAX_NAME = 200;

    private final Rows rows;
    private final Handlers handlers;

    SubscriptionChecks(Rows rows, Handlers handlers) {
        this.rows = rows;
        this.handlers = handlers;
    }

    /** @throws InvalidTopicException the name cannot be that of a topic */
    static void requireTopic(String topic) {
        refuse(topic, ofTopic(topic));
    }

    private static List<Violation> ofTopic(String topic) {
        String refusal = Storable.nameRefusal(topic, MAX_NAME);
        return refusal == null ? List.of() : List.of(new Violation("topic", refusal));
    }

    /** @throws InvalidTopicException the topic's name is invalid, or a subscriber decides what the task has */
    static void requirePublishable(String topic, NewTask like) {
        List<Violation> violations = new ArrayList<>(ofTopic(topic));
        if (!like.type().isEmpty()) {
            violations.add(new Violation("type", "must not be given: each subscriber has its own"));
        }
        if (like.queue() != null) {
            violations.add(new Violation("queue", "must not be given: each subscriber has its own"));
        }
        refuse(topic, violations);
    }

    /**
     * Returns the values of a subscriber's row.
     *
     * @throws InvalidTopicException a value is out of range
     */
    SubscriptionRows.Values check(NewSubscription subscriber) {
        List<Violation> violations = new ArrayList<>(ofTopic(subscriber.topic()));
        String name = Storable.nameRefusal(subscriber.type(), MAX_NAME);
        if (name != null) {
            violations.add(new Violation("type", name));
        } else {
            violations.addAll(ofOptions(subscriber));
        }
        refuse(subscriber.topic(), violations);
        TypeLimits limits = handlers.limits(subscriber.type());
        return new SubscriptionRows.Values(
                new SubscriptionKey(subscriber.topic(), subscriber.type()),
                or(subscriber.queue(), limits.queue()),
                or(subscriber.maxAttempts(), limits.maxAttempts()));
    }

    /** Checks queue and attempts as those of a task. */
    private List<Violation> ofOptions(NewSubscription subscriber) {
        NewTask task = NewTask.of(subscriber.type());
        String queue = subscriber.queue();
        Integer maxAttempts = subscriber.maxAttempts();
        task = queue == null ? task : task.queue(queue);
        try {
            rows.refuseOutOfRange(maxAttempts == null ? task : task.maxAttempts(maxAttempts));
            return List.of();
        } catch (InvalidTaskException e) {
            return e.violations();
        }
    }

    private static <T> T or(@Nullable T given, T usual) {
        return Objects.requireNonNullElse(given, usual);
    }

    private static void refuse(String topic, List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidTopicException(topic, violations);
        }
    }
}
