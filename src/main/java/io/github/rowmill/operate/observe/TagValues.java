package io.github.rowmill.operate.observe;

import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Values of metric tags that stay few: types that this application handles, and the first so many queues. */
@Singleton
class TagValues {

    /** Queues with a series of their own; a name for each customer must not drown the metrics. */
    private static final int MAX_QUEUES = 100;

    /** An enqueue takes no longer name; a row that came in by SQL where the table's bounds are missing may have one of megabytes. */
    private static final int MAX_NAME = 200;

    private static final String OTHER = "other";

    private final Handlers handlers;
    private final Set<String> queues = ConcurrentHashMap.newKeySet();

    TagValues(Handlers handlers) {
        this.handlers = handlers;
    }

    String type(String type) {
        return handlers.find(type).map(TaskType::name).orElse("unknown");
    }

    String queue(String queue) {
        if (queue.length() > MAX_NAME) {
            return OTHER;
        }
        if (queues.contains(queue)) {
            return queue;
        }
        return queues.size() < MAX_QUEUES && queues.add(queue) ? queue : OTHER;
    }
}
