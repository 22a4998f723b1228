package io.github.rowmill.engine.store.read;

import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The table in numbers.
 *
 * @param states how many tasks are in each state, in the order of the states; of some queues only those of which it is known
 * @param retrying how many of those that are queued have failed before
 * @param queues the queues that hold live tasks, by name
 * @param allQueues whether {@code queues} are all: of very many, the first are looked at
 */
public record Statistics(List<StatusCount> states, Count retrying, List<QueueCount> queues, boolean allQueues) {

    /** The same of some queues; whoever asks has counted anew what is not told by queue. */
    Statistics within(Set<String> names, List<StatusCount> ended, Count retrying) {
        return new Statistics(
                ended,
                retrying,
                queues.stream().filter(count -> names.contains(count.queue())).toList(),
                allQueues);
    }

    /** How many tasks are in a state. */
    public Count in(TaskStatus status) {
        return states.stream()
                .filter(state -> state.status() == status)
                .findFirst()
                .orElseThrow()
                .count();
    }

    /** All queues as if they were one; empty: there is none. */
    public Optional<QueueCount> together() {
        return queues.stream().reduce(QueueCount::plus);
    }

    /** How many tasks are in a state. */
    public record StatusCount(TaskStatus status, Count count) {}

    /** A queue's live tasks, those in quarantine aside, and the age of its oldest due one. */
    public record QueueCount(String queue, Count due, Count scheduled, Count executing, Duration lag) {

        private static final Duration BEHIND_AFTER = Duration.ofMinutes(1);

        /** One that holds nothing. */
        public static QueueCount empty(String queue) {
            return new QueueCount(queue, Count.NONE, Count.NONE, Count.NONE, Duration.ZERO);
        }

        /** Whether its oldest due task has waited for so long that somebody should look. */
        public boolean isBehind() {
            return lag.compareTo(BEHIND_AFTER) > 0;
        }

        /** This queue and another as if they were one. */
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
