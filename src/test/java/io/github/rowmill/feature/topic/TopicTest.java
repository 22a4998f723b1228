package io.github.rowmill.feature.topic;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.api.Topics;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test of topics, on an empty table of tasks. */
abstract class TopicTest {

    /** A placed order, as the handlers of subscribers receive it. */
    record Placed(@Positive int order, String customer) {}

    /** Handlers of the topic {@code topic-test}. */
    @ApplicationScoped
    static class Subscribed {

        private final List<String> calls = new CopyOnWriteArrayList<>();

        List<String> calls() {
            return calls;
        }

        @Handles(value = "topic-receipt", queue = "topic-mail", maxAttempts = 4, key = "customer")
        @Subscribes("topic-test")
        void receipt(Placed placed) {
            calls.add("receipt " + placed.order());
        }

        @Handles("topic-stock")
        @Subscribes("topic-test")
        @Subscribes("topic-test-other")
        void stock(Placed placed) {
            calls.add("stock " + placed.order());
        }
    }

    @Inject
    TaskQueue queue;

    @Inject
    Topics topics;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    /** A topic that no other test uses. */
    final String topic = "topic-" + UUID.randomUUID();

    @BeforeEach
    @AfterEach
    void clear() {
        rows.clear();
        rows.execute(
                "delete from rowmill_subscription where declared_by is null or declared_by = 'test' or topic ~ '^topic-[0-9a-f]{8}-'");
    }

    void subscribe(String... types) {
        for (String type : types) {
            topics.subscribe(NewSubscription.of(topic, type));
        }
    }

    /** Returns one text of these columns of all tasks, in the order of their ids. */
    String tasks(String columns) {
        return rows.text(
                "select string_agg(concat_ws(' ', %s), ', ' order by id) from rowmill_task".formatted(columns));
    }
}
