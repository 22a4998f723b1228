package io.github.rowmill.feature.change;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.Backpressure;
import io.github.rowmill.engine.enqueue.Rows;
import io.github.rowmill.engine.enqueue.SealedPayload;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskChange;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a change of a task by the same rules as an enqueue. */
@Singleton
class ChangeChecks {

    private final Rows rows;
    private final PayloadCodec codec;
    private final Backpressure backpressure;

    ChangeChecks(Rows rows, PayloadCodec codec, Backpressure backpressure) {
        this.rows = rows;
        this.codec = codec;
        this.backpressure = backpressure;
    }

    /** Checks the change, and returns it with the payload in its stored form. */
    TaskChange checked(Task task, TaskChange change, Instant now) {
        NewTask asked = asked(task, change);
        rows.refuseOutOfRange(asked);
        refuse(task, attempts(task, change.maxAttempts()));
        refuse(task, deadline(task, change, now));
        refuse(task, change.payload() == null ? null : SealedPayload.violation(task.getContext()));
        String payload = change.payload() == null ? null : codec.stored(task.getType(), codec.write(asked));
        if (change.queue() != null && !change.queue().equals(task.getQueue())) {
            backpressure.refuseIfFull(
                    List.of(new NewRow(asked, change.queue(), task.getDetails(), 1, task.getKey(), null, null)));
        }
        return new TaskChange(
                change.queue(), change.priority(), change.runAt(), change.delay(), change.maxAttempts(), payload);
    }

    /** Returns a new task of the same type that holds only the changed values. */
    private static NewTask asked(Task task, TaskChange change) {
        String payload = change.payload();
        String queue = change.queue();
        Integer priority = change.priority();
        Instant runAt = change.runAt();
        Duration delay = change.delay();
        Integer maxAttempts = change.maxAttempts();
        NewTask asked = payload == null ? NewTask.of(task.getType()) : NewTask.ofJson(task.getType(), payload);
        asked = queue == null ? asked : asked.queue(queue);
        asked = priority == null ? asked : asked.priority(priority);
        asked = runAt == null ? asked : asked.runAt(runAt);
        asked = delay == null ? asked : asked.delay(delay);
        return maxAttempts == null ? asked : asked.maxAttempts(maxAttempts);
    }

    private static @Nullable Violation attempts(Task task, @Nullable Integer maxAttempts) {
        return maxAttempts == null || maxAttempts > task.getAttempts()
                ? null
                : new Violation(
                        "maxAttempts",
                        "must be more than the %s attempts begun so far, was %s"
                                .formatted(task.getAttempts(), maxAttempts));
    }

    private static @Nullable Violation deadline(Task task, TaskChange change, Instant now) {
        Instant due = change.due(now);
        Instant expiresAt = task.getExpiresAt();
        return due == null || expiresAt == null || due.isBefore(expiresAt)
                ? null
                : new Violation(
                        change.delay() == null ? "runAt" : "delay",
                        "must be before %s, when the task expires, was %s".formatted(expiresAt, due));
    }

    private static void refuse(Task task, @Nullable Violation violation) {
        if (violation != null) {
            throw new InvalidTaskException(task.getType(), List.of(violation));
        }
    }
}
