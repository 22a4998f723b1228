package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.Subscription;
import io.github.rowmill.api.SubscriptionNotFoundException;
import io.github.rowmill.api.Topics;
import io.github.rowmill.config.Permission;
import io.github.rowmill.db.Page;
import io.github.rowmill.engine.enqueue.GuardedQueue;
import io.github.rowmill.feature.topic.store.SubscriptionReader;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Operations on topics. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminTopics {

    private final Access access;
    private final SubscriptionAccess own;
    private final NewTaskAccess newTasks;
    private final Audit audit;
    private final GuardedQueue queue;
    private final Topics topics;
    private final SubscriptionReader reader;

    AdminTopics(
            Access access,
            SubscriptionAccess own,
            NewTaskAccess newTasks,
            Audit audit,
            GuardedQueue queue,
            Topics topics,
            SubscriptionReader reader) {
        this.access = access;
        this.own = own;
        this.newTasks = newTasks;
        this.audit = audit;
        this.queue = queue;
        this.topics = topics;
        this.reader = reader;
    }

    /** Returns a page of all topics by name, for callers who may see all queues. */
    @Transactional(Transactional.TxType.NEVER)
    public Page<SubscriptionReader.Topic> page(String after, int limit) {
        access.requireEverywhere(Permission.VIEW);
        return reader.page(after, limit);
    }

    /**
     * Checks that the caller may publish to a topic: enqueue for each of its subscribers.
     *
     * @return the number of subscribers
     */
    public int requirePublishing(String topic) {
        access.requireSomewhere(Permission.OPERATE);
        List<Subscription> all = topics.subscribers(topic);
        all.forEach(one -> own.requireEnqueue(topic, one.queue(), one.type()));
        return all.size();
    }

    /** The task of a subscriber after a publish. */
    public record Delivery(String type, String queue, Enqueued enqueued) {}

    /** Publishes for all subscribers, or for none if the caller may not enqueue for one of them. */
    public List<Delivery> publish(String topic, NewTask like) {
        access.requireSomewhere(Permission.OPERATE);
        List<NewTask> tasks = new ArrayList<>();
        NewTaskAccess.Met met = newTasks.met();
        List<Enqueued> done = queue.publish(
                topic,
                like,
                all -> {
                    all.forEach(task -> own.requireEnqueue(topic, String.valueOf(task.queue()), task.type()));
                    tasks.addAll(all);
                },
                met);
        met.record(done);
        return IntStream.range(0, done.size())
                .mapToObj(i -> new Delivery(
                        tasks.get(i).type(), String.valueOf(tasks.get(i).queue()), done.get(i)))
                .toList();
    }

    /** A subscriber that was added, or changed. */
    public record Put(boolean isNew, Subscription subscriber) {}

    /**
     * Adds a subscriber, or changes it.
     *
     * @param pinned whether the subscriber is pinned, or null for the result of the change, which pins a declared
     *     subscriber
     */
    public Put put(NewSubscription wanted, @Nullable Boolean pinned) {
        String topic = wanted.topic();
        String type = wanted.type();
        own.requireAdmin(wanted);
        boolean isNew = topics.subscribe(wanted);
        Map<String, Object> before = Map.of();
        if (!isNew) {
            before = record(own.requireLocked(topic, type));
            topics.change(wanted);
        }
        if (pinned != null && pinned != find(topic, type).pinned()) {
            topics.pin(topic, type, pinned);
        }
        Subscription after = find(topic, type);
        audit.write(isNew ? Action.SUBSCRIBE : Action.CHANGE, new Target(Target.TOPIC, topic), before, record(after));
        return new Put(isNew, after);
    }

    private Subscription find(String topic, String type) {
        return topics.find(topic, type).orElseThrow(() -> new SubscriptionNotFoundException(topic, type));
    }

    /** Removes a subscriber. */
    public void delete(String topic, String type) {
        Subscription before = own.requireLocked(topic, type);
        topics.unsubscribe(topic, type);
        audit.write(Action.UNSUBSCRIBE, new Target(Target.TOPIC, topic), record(before), Map.of());
    }

    private static Map<String, Object> record(Subscription subscriber) {
        return Map.of(
                "type", subscriber.type(),
                "queue", subscriber.queue(),
                "maxAttempts", subscriber.maxAttempts(),
                "pinned", subscriber.pinned());
    }
}
