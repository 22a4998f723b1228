package io.github.rowmill.testing;

import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * Asserts that at least one task meets all conditions. Each condition keeps the tasks that meet it, and fails if
 * none is left. The {@link AssertionError} then names the condition, and lists the tasks that met all conditions
 * before it.
 */
public final class EnqueuedAssert {

    /**
     * Tolerance of a delay. A row stores the time at which its transaction began, but a delay counts from the
     * statement.
     */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    /** Tolerance of a moment, which the database rounds to a microsecond. */
    private static final Duration ROUNDED = Duration.ofNanos(1_000);

    private final TaskList before;
    private final String wanted;
    private final List<Task> found;

    EnqueuedAssert(TaskList before, String wanted, List<Task> found) {
        this.before = before;
        this.wanted = wanted;
        this.found = found;
        if (found.isEmpty()) {
            throw new AssertionError(
                    before.all().isEmpty()
                            ? "expected a %s, but there are no tasks at all".formatted(wanted)
                            : "expected a %s, but of these %s none is:%n%s"
                                    .formatted(wanted, before.all().size(), before));
        }
    }

    private EnqueuedAssert and(String condition, Predicate<Task> fits) {
        List<Task> left = found.stream().filter(fits).toList();
        return new EnqueuedAssert(before.of(found), wanted + " " + condition, left);
    }

    /**
     * Requires the payload to equal the JSON of this object. The order of fields and the notation of numbers do
     * not count.
     */
    public EnqueuedAssert withPayload(Object payload) {
        return withJson(before.payloads().json(payload));
    }

    /** Requires the payload to equal this JSON. The order of fields and the notation of numbers do not count. */
    public EnqueuedAssert withJson(String json) {
        return and(
                "with payload " + json,
                task -> before.payloads().same(json, before.payloads().of(task)));
    }

    /** Requires this key within the queue. */
    public EnqueuedAssert withKey(String key) {
        return and("with key '" + key + "'", task -> key.equals(task.getKey()));
    }

    /** Requires this unique key, which the task holds, or held until it ended. */
    public EnqueuedAssert withUniqueKey(String key) {
        return and("with unique key '" + key + "'", task -> key.equals(task.getUniqueKey()));
    }

    /** Requires this queue. */
    public EnqueuedAssert inQueue(String queue) {
        return and("in queue '" + queue + "'", task -> queue.equals(task.getQueue()));
    }

    /** Requires this priority. */
    public EnqueuedAssert withPriority(int priority) {
        return and("with priority " + priority, task -> priority == task.getPriority());
    }

    /** Requires all of these tags. */
    public EnqueuedAssert withTags(String... tags) {
        return and("with tags " + List.of(tags), task -> task.getTags().containsAll(List.of(tags)));
    }

    /** Requires this current state. */
    public EnqueuedAssert withStatus(TaskStatus status) {
        return and("with status " + status.column(), task -> status == task.getStatus());
    }

    /** Requires this due time, to the microsecond. */
    public EnqueuedAssert dueAt(Instant moment) {
        return and(
                "due at " + moment,
                task -> Duration.between(moment, task.getRunAt()).abs().compareTo(ROUNDED) <= 0);
    }

    /**
     * Requires this delay between enqueue and due time, with a tolerance of ten seconds. The delay is unknown for
     * a task whose due time was changed or that was retried.
     */
    public EnqueuedAssert dueAfter(Duration delay) {
        return and(
                "due after " + delay,
                task -> Duration.between(task.getCreated(), task.getRunAt())
                                .minus(delay)
                                .abs()
                                .compareTo(TOLERANCE)
                        <= 0);
    }

    /** Requires exactly one task. */
    public EnqueuedAssert once() {
        return times(1);
    }

    /** Requires exactly {@code count} tasks, 1 or more. */
    public EnqueuedAssert times(int count) {
        if (found.size() != count) {
            throw new AssertionError("expected %s times a %s, but there are %s:%n%s"
                    .formatted(count, wanted, found.size(), before.of(found)));
        }
        return this;
    }

    /** Returns the tasks that meet all conditions, for other assertions. */
    public List<Task> tasks() {
        return found;
    }
}
