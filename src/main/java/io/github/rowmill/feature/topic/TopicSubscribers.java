package io.github.rowmill.feature.topic;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Subscription;
import io.github.rowmill.engine.enqueue.Subscribers;
import io.github.rowmill.feature.topic.store.SubscriptionRows;
import jakarta.inject.Singleton;
import java.util.List;

/** Makes a task for each subscriber of a topic. */
@Singleton
class TopicSubscribers implements Subscribers {

    private final SubscriptionRows rows;

    TopicSubscribers(SubscriptionRows rows) {
        this.rows = rows;
    }

    @Override
    public List<NewTask> tasks(String topic, NewTask like) {
        SubscriptionChecks.requirePublishable(topic, like);
        return rows.ofTopic(topic).stream()
                .map(subscriber -> task(subscriber, like))
                .toList();
    }

    private static NewTask task(Subscription subscriber, NewTask like) {
        NewTask task = like.type(subscriber.type()).queue(subscriber.queue());
        return like.maxAttempts() == null ? task.maxAttempts(subscriber.maxAttempts()) : task;
    }
}
