package io.github.rowmill.operate.page.topic;

import io.github.rowmill.api.Subscription;
import io.github.rowmill.db.Page;
import io.github.rowmill.feature.topic.store.SubscriptionReader;
import io.github.rowmill.operate.page.Search;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of topics, by name.
 *
 * @param types the types that can be added as subscribers
 * @param next path of the next page; null if this is the last
 */
public record TopicList(
        List<Topic> topics, List<String> types, @Nullable String next) {

    /** A topic with its subscribers. */
    public record Topic(String name, List<Subscriber> subscribers) {}

    /**
     * A subscriber in its row.
     *
     * @param origin where it comes from: the application that declares it, or a user
     */
    public record Subscriber(String type, String queue, int maxAttempts, String origin, boolean pinned) {

        private static Subscriber of(Subscription one) {
            String application = one.declaredBy();
            return new Subscriber(
                    one.type(),
                    one.queue(),
                    one.maxAttempts(),
                    application == null ? "added by a user" : "code of " + application,
                    one.pinned());
        }
    }

    static TopicList of(Page<SubscriptionReader.Topic> page, Collection<String> types) {
        String next = page.next(SubscriptionReader.Topic::name);
        return new TopicList(
                page.rows().stream()
                        .map(topic -> new Topic(
                                topic.name(),
                                topic.subscribers().stream().map(Subscriber::of).toList()))
                        .toList(),
                types.stream().sorted().toList(),
                next == null ? null : "topics?after=" + Search.encoded(next));
    }

    /** Returns the number of subscribers on this page. */
    public int subscribers() {
        return topics.stream().mapToInt(topic -> topic.subscribers().size()).sum();
    }
}
