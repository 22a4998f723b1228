package io.github.rowmill.operate.observe;

import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the values of metric tags: types that this application handles, and the first 100 queues and topics. Other
 * types are tagged {@code unknown}, other queues and topics {@code other}.
 */
@Singleton
class TagValues {

    /** Most queues or topics with own series, so that a name for each customer does not flood the metrics. */
    private static final int MAX_NAMES = 100;

    /**
     * Longest name in a tag. Enqueues accept no longer names. A row that was inserted by SQL may have a name of
     * megabytes if the table lacks its constraints.
     */
    private static final int MAX_NAME = 200;

    private static final String OTHER = "other";

    private final Handlers handlers;
    private final Set<String> queues = ConcurrentHashMap.newKeySet();
    private final Set<String> topics = ConcurrentHashMap.newKeySet();

    TagValues(Handlers handlers) {
        this.handlers = handlers;
    }

    String type(String type) {
        return handlers.find(type)
                .map(TaskType::name)
                .orElseGet(() -> handlers.known().contains(type) ? type : "unknown");
    }

    String queue(String queue) {
        return oneOf(queues, queue);
    }

    String topic(String topic) {
        return oneOf(topics, topic);
    }

    private static String oneOf(Set<String> known, String name) {
        if (name.length() > MAX_NAME) {
            return OTHER;
        }
        if (known.contains(name)) {
            return name;
        }
        return known.size() < MAX_NAMES && known.add(name) ? name : OTHER;
    }
}
