package io.github.rowmill.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.InvalidTopicException;
import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class PublishTest extends TopicTest {

    @Singleton
    static class Heard {

        private final List<TaskEvent.Published> events = new CopyOnWriteArrayList<>();

        void onPublished(@Observes TaskEvent.Published published) {
            events.add(published);
        }
    }

    @Inject
    Subscribed subscribed;

    @Inject
    Heard heard;

    @Test
    void eachSubscriberGetsOneTask() {
        subscribe("topic-stock", "topic-receipt");
        topics.subscribe(NewSubscription.of(topic, "noop").queue("elsewhere").maxAttempts(2));
        subscribed.calls().clear();
        heard.events.clear();

        List<Enqueued> enqueued = queue.publish(topic, new Placed(7, "ada"));

        assertThat(enqueued).extracting(Enqueued::result).containsOnly(Enqueued.Result.NEW);
        assertThat(tasks("type, queue, max_attempts, key, details ->> 'order'"))
                .isEqualTo("noop elsewhere 2 7, topic-receipt topic-mail 4 ada 7, topic-stock default 10 7");
        assertThat(tasks("id"))
                .isEqualTo("%s, %s, %s"
                        .formatted(
                                enqueued.get(0).id(),
                                enqueued.get(1).id(),
                                enqueued.get(2).id()));
        assertThat(heard.events).containsExactly(new TaskEvent.Published(topic, 3));
        mill.drain();
        assertThat(subscribed.calls()).containsExactlyInAnyOrder("receipt 7", "stock 7");
        assertThat(tasks("status")).isEqualTo("completed, completed, completed");
    }

    @Test
    void withoutSubscribersNothingIsWritten() {
        heard.events.clear();

        assertThat(queue.publish(topic, new Placed(7, "ada"))).isEmpty();

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
        assertThat(heard.events).isEmpty();
    }

    @Test
    void aPublishThatIsRolledBackWritesNothing() {
        subscribe("topic-stock", "topic-receipt");
        heard.events.clear();
        QuarkusTransaction.begin();
        assertThat(queue.publish(topic, new Placed(7, "ada"))).hasSize(2);
        QuarkusTransaction.rollback();

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
        assertThat(heard.events).isEmpty();
    }

    @Test
    void aPublishIsSeenWithItsTransaction() throws SQLException {
        subscribe("topic-stock");

        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            QuarkusTransaction.begin();
            queue.publish(topic, new Placed(7, "ada"));
            try (ResultSet seen = statement.executeQuery("select 1 from rowmill_task")) {
                assertThat(seen.next()).isFalse();
            }
            QuarkusTransaction.commit();
        }

        assertThat(rows.number("select count(*) from rowmill_task")).isOne();
    }

    @Test
    void aNodePublishesToTypesThatItDoesNotHandle() {
        rows.execute(
                "insert into rowmill_subscription (topic, type, queue, max_attempts) values ('%s', 'of-a-newer-node', 'new', 3)"
                        .formatted(topic));

        assertThat(queue.publish(topic, Map.of("order", 7))).hasSize(1);

        assertThat(tasks("type, queue, max_attempts, details ->> 'order'")).isEqualTo("of-a-newer-node new 3 7");
    }

    @Test
    void eachTaskHasTheOptionsOfTheMessage() {
        subscribe("topic-stock", "topic-receipt");

        queue.publish(
                topic,
                NewTask.of(new Placed(7, "ada"))
                        .type("")
                        .delay(Duration.ofHours(1))
                        .priority(-3)
                        .key("k")
                        .maxAttempts(2)
                        .tags("t"));

        assertThat(tasks("run_at > now() + interval '59 minutes', priority, key, max_attempts, tags"))
                .isEqualTo("t -3 k 2 {t}, t -3 k 2 {t}");
    }

    @Test
    void aUniqueKeyIsUniqueWithinEachSubscriber() {
        subscribe("topic-stock");
        queue.publish(topic, NewTask.of("", new Placed(7, "ada")).uniqueBy("order"));
        subscribe("topic-receipt");

        List<Enqueued> again =
                queue.publish(topic, NewTask.of("", new Placed(7, "ada")).uniqueBy("order"));

        assertThat(again).extracting(Enqueued::result).containsExactly(Enqueued.Result.NEW, Enqueued.Result.EXISTING);
        assertThat(tasks("type")).isEqualTo("topic-stock, topic-receipt");
        assertThatThrownBy(() -> queue.publish(
                        topic,
                        NewTask.of("", new Placed(7, "ada")).uniqueBy("order").refuseDuplicate()))
                .isInstanceOf(DuplicateTaskException.class);
    }

    @Test
    void aPayloadThatOneSubscriberRefusesIsNotPublished() {
        subscribe("noop", "topic-stock");
        QuarkusTransaction.begin();

        assertThatThrownBy(() -> queue.publish(topic, NewTask.ofJson("", "{\"order\": 0}")))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("topic-stock")
                .hasMessageContaining("payload.order");
        assertThatThrownBy(() -> queue.publish(topic, new Placed(7, "a".repeat(300_000))))
                .isInstanceOf(PayloadTooLargeException.class);
        queue.publish(topic, new Placed(8, "ada"));
        QuarkusTransaction.commit();

        assertThat(tasks("details ->> 'order'")).isEqualTo("8, 8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "..", "\u0000", "\ud83d"})
    void anInvalidNameIsRefused(String name) {
        assertThatThrownBy(() -> queue.publish(name, new Placed(7, "ada")))
                .isInstanceOf(InvalidTopicException.class)
                .hasMessageContaining("topic: must");
        assertThatThrownBy(() -> topics.subscribe(NewSubscription.of(name, "noop")))
                .isInstanceOf(InvalidTopicException.class);
        assertThatThrownBy(() -> topics.subscribe(NewSubscription.of(topic, name)))
                .isInstanceOf(InvalidTopicException.class);
        assertThat(topics.subscribers(name)).isEmpty();
        assertThat(topics.find(name, name)).isEmpty();
    }

    @Test
    void aMessageHasNeitherTypeNorQueue() {
        assertThatThrownBy(() -> queue.publish(topic, NewTask.of("noop").queue("q")))
                .isInstanceOfSatisfying(
                        InvalidTopicException.class,
                        e -> assertThat(e.violations()).extracting("field").containsExactly("type", "queue"));
    }
}
