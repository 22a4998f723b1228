package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;
import java.util.List;

/** Finds the subscribers of topics. */
public interface Subscribers {

    /**
     * Returns a new task for each subscriber of a topic, in the order of their types, as the caller's transaction
     * sees them.
     *
     * @param like has the payload and the options of each task
     * @throws io.github.rowmill.api.InvalidTopicException the topic's name is invalid, or {@code like} has a type
     *     or a queue
     */
    List<NewTask> tasks(String topic, NewTask like);
}
