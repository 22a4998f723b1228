package io.github.rowmill.machine;

import io.github.rowmill.api.NewTask;
import java.time.Duration;

/**
 * A task to enqueue.
 *
 * @param delay in minutes; 0: due at once
 * @param key the unique key; null: none
 * @param refuses whether a duplicate is to be refused by an exception
 */
record Spec(String type, String queue, int priority, int delay, int maxAttempts, String key, boolean refuses) {

    NewTask task() {
        NewTask task = NewTask.of(type).queue(queue).priority(priority).maxAttempts(maxAttempts);
        task = delay == 0 ? task : task.delay(Duration.ofMinutes(delay));
        task = key == null ? task : task.uniqueKey(key);
        return refuses ? task.refuseDuplicate() : task;
    }

    boolean sharesKeyWith(Spec other) {
        return key != null && key.equals(other.key) && type.equals(other.type);
    }
}
