package io.github.rowmill.testing;

import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * Asserts that one task at least fits all that is said of it. Each condition leaves the tasks that fit it, and fails if
 * there are none: with an {@link AssertionError} that says which condition, and lists the tasks that fitted until then.
 */
public final class EnqueuedAssert {

    /** A row knows when its transaction began, and a delay counts from the statement. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    /** What the database rounds moments to is a microsecond. */
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

    /** Its payload is the JSON that this object is written as; the order of fields and how a number is written do not count. */
    public EnqueuedAssert withPayload(Object payload) {
        return withJson(before.payloads().json(payload));
    }

    /** Its payload is this JSON; the order of fields and how a number is written do not count. */
    public EnqueuedAssert withJson(String json) {
        return and(
                "with payload " + json,
                task -> before.payloads().same(json, before.payloads().of(task)));
    }

    /** It belongs to this partition of its queue. */
    public EnqueuedAssert withKey(String key) {
        return and("with key '" + key + "'", task -> key.equals(task.getKey()));
    }

    /** It holds this unique key, or held it until it ended. */
    public EnqueuedAssert withUniqueKey(String key) {
        return and("with unique key '" + key + "'", task -> key.equals(task.getUniqueKey()));
    }

    /** It is in this queue. */
    public EnqueuedAssert inQueue(String queue) {
        return and("in queue '" + queue + "'", task -> queue.equals(task.getQueue()));
    }

    /** It has this priority. */
    public EnqueuedAssert withPriority(int priority) {
        return and("with priority " + priority, task -> priority == task.getPriority());
    }

    /** It has all of these tags. */
    public EnqueuedAssert withTags(String... tags) {
        return and("with tags " + List.of(tags), task -> task.getTags().containsAll(List.of(tags)));
    }

    /** It is in this state by now. */
    public EnqueuedAssert withStatus(TaskStatus status) {
        return and("with status " + status.column(), task -> status == task.getStatus());
    }

    /** It is due at this moment, to the microsecond. */
    public EnqueuedAssert dueAt(Instant moment) {
        return and(
                "due at " + moment,
                task -> Duration.between(moment, task.getRunAt()).abs().compareTo(ROUNDED) <= 0);
    }

    /** It was enqueued to be due after this delay, give or take ten seconds; of a task whose time was moved, or that was tried again, nobody knows. */
    public EnqueuedAssert dueAfter(Duration delay) {
        return and(
                "due after " + delay,
                task -> Duration.between(task.getCreated(), task.getRunAt())
                                .minus(delay)
                                .abs()
                                .compareTo(TOLERANCE)
                        <= 0);
    }

    /** Exactly one task fits. */
    public EnqueuedAssert once() {
        return times(1);
    }

    /** Exactly so many tasks fit, 1 or more. */
    public EnqueuedAssert times(int count) {
        if (found.size() != count) {
            throw new AssertionError("expected %s times a %s, but there are %s:%n%s"
                    .formatted(count, wanted, found.size(), before.of(found)));
        }
        return this;
    }

    /** The tasks that fit, for assertions of one's own. */
    public List<Task> tasks() {
        return found;
    }
}
