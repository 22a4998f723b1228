package io.github.rowmill.engine.read;

import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Statistics of the table.
 *
 * @param states the number of tasks in each state, in the order of the states; only waiting, dead and cancelled
 *     tasks for a selection of queues
 * @param retrying the number of queued tasks that have failed before
 * @param queues the queues that hold live tasks, by name
 * @param allQueues whether {@code queues} is complete; if there are very many queues, only the first are read
 */
public record Statistics(List<StatusCount> states, Count retrying, List<QueueCount> queues, boolean allQueues) {

    /** Returns the statistics of some queues. The caller has counted again what is not counted by queue. */
    Statistics within(Set<String> names, List<StatusCount> ended, Count retrying) {
        return new Statistics(
                ended,
                retrying,
                queues.stream().filter(count -> names.contains(count.queue())).toList(),
                allQueues);
    }

    /** Returns the number of tasks in a state. */
    public Count in(TaskStatus status) {
        return states.stream()
                .filter(state -> state.status() == status)
                .findFirst()
                .orElseThrow()
                .count();
    }

    /** Returns all queues as one, or empty if there are no queues. */
    public Optional<QueueCount> together() {
        return queues.stream().reduce(QueueCount::plus);
    }

    /** The number of tasks in a state. */
    public record StatusCount(TaskStatus status, Count count) {}

    /** The live tasks of a queue, without those in quarantine, and the age of its oldest due task. */
    public record QueueCount(String queue, Count due, Count scheduled, Count executing, Duration lag) {

        private static final Duration BEHIND_AFTER = Duration.ofMinutes(1);

        /** Returns the counts of an empty queue. */
        public static QueueCount empty(String queue) {
            return new QueueCount(queue, Count.NONE, Count.NONE, Count.NONE, Duration.ZERO);
        }

        /**
         * Returns whether the oldest due task has waited for more than a minute, so that an operator should look
         * at the queue.
         */
        public boolean isBehind() {
            return lag.compareTo(BEHIND_AFTER) > 0;
        }

        /** Returns the counts of this queue and another as one. */
        public QueueCount plus(QueueCount other) {
            return new QueueCount(
                    queue,
                    due.plus(other.due),
                    scheduled.plus(other.scheduled),
                    executing.plus(other.executing),
                    lag.compareTo(other.lag) > 0 ? lag : other.lag);
        }
    }
}
