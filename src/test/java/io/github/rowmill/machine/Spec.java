package io.github.rowmill.machine;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import java.time.Duration;

/**
 * A task to enqueue.
 *
 * @param delay in minutes; 0 if it is due at once
 * @param key the unique key; null if there is none
 * @param refuses whether an exception refuses a duplicate
 * @param whileQueued whether the key is held until the first start only
 * @param deadline the minutes by which it must have started; 0 if there is no deadline
 * @param reschedules whether a duplicate gives the other task its due time
 */
record Spec(
        String type,
        String queue,
        int priority,
        int delay,
        int maxAttempts,
        String key,
        boolean refuses,
        boolean whileQueued,
        int deadline,
        boolean reschedules) {

    Spec(String type, String queue, int priority, int delay, int maxAttempts, String key, boolean refuses) {
        this(type, queue, priority, delay, maxAttempts, key, refuses, false, 0, false);
    }

    NewTask task() {
        NewTask task = NewTask.of(type).queue(queue).priority(priority).maxAttempts(maxAttempts);
        task = delay == 0 ? task : task.delay(Duration.ofMinutes(delay));
        task = key == null ? task : task.uniqueKey(key);
        task = whileQueued ? task.uniqueWhileQueued() : task;
        task = deadline == 0 ? task : task.expireAfter(Duration.ofMinutes(deadline));
        task = reschedules ? task.onDuplicate(OnDuplicate.RESCHEDULE) : task;
        return refuses ? task.refuseDuplicate() : task;
    }

    boolean sharesKeyWith(Spec other) {
        return key != null && key.equals(other.key) && type.equals(other.type);
    }
}
