package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.RetentionConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.PayloadType;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.payload.PayloadCodec;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Converts new tasks to rows: checks the fields, writes the payload, and fills in missing values from the type's
 * settings.
 */
@Singleton
public class Rows {

    private final Handlers handlers;
    private final PayloadCodec codec;
    private final RowmillConfig config;
    private final TaskEvents events;
    private final Backpressure backpressure;
    private final ContextCapture capture;

    Rows(
            Handlers handlers,
            PayloadCodec codec,
            RowmillConfig config,
            TaskEvents events,
            Backpressure backpressure,
            ContextCapture capture) {
        this.handlers = handlers;
        this.codec = codec;
        this.config = config;
        this.events = events;
        this.backpressure = backpressure;
        this.capture = capture;
    }

    /**
     * Begins the enqueue of rows, if their queues have room. The caller must close the result when the rows are
     * inserted, or cannot be.
     *
     * @return the rows with the context that they carry to their handlers
     * @throws io.github.rowmill.api.QueueFullException a queue has no room for its part of the rows
     */
    ContextCapture.Scope begin(List<NewRow> rows) {
        backpressure.refuseIfFull(rows);
        return capture.begin(rows);
    }

    List<NewRow> of(List<NewTask> tasks) {
        List<NewRow> rows = new ArrayList<>(tasks.size());
        for (int i = 0; i < tasks.size(); i++) {
            try {
                rows.add(of(tasks.get(i)));
            } catch (InvalidTaskException e) {
                String nth = "tasks[" + i + "].";
                throw tasks.size() == 1
                        ? e
                        : new InvalidTaskException(
                                e.type(),
                                e.violations().stream().map(v -> v.under(nth)).toList());
            }
        }
        return rows;
    }

    /**
     * Returns the row of one task.
     *
     * @throws io.github.rowmill.api.InvalidTaskException the payload or a field is invalid
     * @throws io.github.rowmill.api.PayloadTooLargeException the payload is too large
     */
    public NewRow of(NewTask given) {
        NewTask task = typed(given);
        Optional<TaskType> type = handlers.find(task.type());
        String queue = task.queue() != null
                ? task.queue()
                : type.map(TaskType::queue)
                        .orElseGet(() -> handlers.limits(task.type()).queue());
        try {
            refuseOutOfRange(task);
            String details = codec.write(task);
            String field = type.map(one -> one.handler().handles().key()).orElse("");
            return new NewRow(
                    task,
                    queue,
                    codec.stored(task.type(), details),
                    maxAttempts(task, type),
                    codec.queueKey(task, details, field),
                    codec.uniqueKey(task, details),
                    null);
        } catch (RowmillException e) {
            events.fire(new TaskEvent.Rejected(queue, task.type()));
            throw e;
        }
    }

    /** Returns the task with its type, which is found by the payload's class if the task does not name it. */
    private NewTask typed(NewTask task) {
        Object payload = task.payload();
        return payload == null || !task.type().isEmpty() ? task : task.type(typeTaking(payload.getClass()));
    }

    private String typeTaking(Class<?> payload) {
        List<String> names =
                handlers.taking(payload).stream().map(TaskType::name).sorted().toList();
        if (names.size() == 1) {
            return names.get(0);
        }
        String found = names.isEmpty()
                ? "no handler of this application takes"
                : "the handlers of %s take".formatted(String.join(", ", names));
        throw new InvalidTaskException(
                "",
                List.of(new Violation(
                        "type",
                        "must be given, because %s %s"
                                .formatted(found, PayloadType.of(payload).name()))));
    }

    /**
     * Checks the fields, but not the payload.
     *
     * @throws InvalidTaskException a field is out of its range
     */
    public void refuseOutOfRange(NewTask task) {
        List<Violation> violations = FieldChecks.of(task, shortestRetention());
        if (!violations.isEmpty()) {
            throw new InvalidTaskException(task.type(), violations);
        }
    }

    private Duration shortestRetention() {
        RetentionConfig kept = config.retention();
        return Stream.of(kept.completed(), kept.dead(), kept.cancelled())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private int maxAttempts(NewTask task, Optional<TaskType> type) {
        Integer own = task.maxAttempts();
        return own != null
                ? own
                : type.map(TaskType::maxAttempts)
                        .orElseGet(() -> handlers.limits(task.type()).maxAttempts());
    }
}
