package io.github.rowmill.operate.admin;

import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.read.AttemptReader;
import io.github.rowmill.engine.read.TaskRepository;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskChange;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a task before and after an operation, and records both states in the audit. All happens in the transaction
 * of the operation.
 */
@Singleton
class TaskRecords {

    /** Most characters of a changed payload in the audit. */
    private static final int MAX_PAYLOAD = 4_000;

    private static final String MASK_WITHOUT_VALUE =
            "has %s where no current value can be kept: give the value, as in an element of a list that has changed"
                    .formatted(Masks.MASK);

    private final Access access;
    private final Audit audit;
    private final TaskRepository tasks;
    private final AttemptReader attempts;
    private final Masks masks;

    TaskRecords(Access access, Audit audit, TaskRepository tasks, AttemptReader attempts, Masks masks) {
        this.access = access;
        this.audit = audit;
        this.tasks = tasks;
        this.attempts = attempts;
        this.masks = masks;
    }

    /**
     * Returns a change whose payload has the current values where the sent one has masks. Callers see sensitive
     * fields masked.
     *
     * @throws InvalidTaskException a mask stands for no current value
     */
    TaskChange meant(Task task, TaskChange change) {
        String payload = change.payload();
        return payload == null
                ? change
                : change.payload(masks.unmasked(task.getType(), payload, task.getDetails())
                        .orElseThrow(() -> new InvalidTaskException(
                                task.getType(), List.of(new Violation("payload", MASK_WITHOUT_VALUE)))));
    }

    /**
     * Returns retry options whose patch has the current values where the sent one has masks.
     *
     * @throws InvalidPatchException a mask stands for no current value
     */
    RetryOptions meant(Task task, RetryOptions options) {
        String patch = options.patch();
        if (patch == null) {
            return options;
        }
        return options.patch(masks.unmasked(task.getType(), patch, task.getDetails())
                .orElseThrow(() -> new InvalidPatchException(MASK_WITHOUT_VALUE)));
    }

    Task find(long id) {
        return findAny(id).orElseThrow(() -> new TaskNotFoundException(id));
    }

    Optional<Task> findAny(long id) {
        return tasks.findShown(id);
    }

    /**
     * Returns the task as the caller may see it.
     *
     * @return null if the caller may not see the task
     */
    @Nullable
    TaskView viewIfSeen(Task task) {
        return access.may(Permission.VIEW, task.getQueue(), task.getType()) ? view(task) : null;
    }

    TaskView view(Task task) {
        boolean withPayload = access.may(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
        return TaskView.of(task, attempts.newest(task.getId(), withPayload), masks, withPayload);
    }

    /** TaskRecords an operation in the audit, and returns the task as the operation left it. */
    TaskView write(Action action, Task before, Task after) {
        record(action, before, after);
        return view(after);
    }

    void record(Action action, Task before, Task after) {
        Map<String, Object> was = state(before);
        Map<String, Object> is = state(after);
        if (!Objects.equals(before.getDetails(), after.getDetails())) {
            was.put("payload", cut(masks.recorded(before.getType(), before.getDetails())));
            is.put("payload", cut(masks.recorded(after.getType(), after.getDetails())));
        }
        audit.write(action, target(after), was, is);
    }

    /** Records a signal to a task in the audit, without its payload, and returns the task. */
    TaskView writeSignal(Task task, String name) {
        Map<String, Object> after = state(task);
        after.put("signal", name);
        audit.write(Action.SIGNAL, target(task), state(task), after);
        return view(task);
    }

    void writeDeleted(Task before) {
        audit.write(Action.DELETE, target(before), state(before), Map.of());
    }

    private static Target target(Task task) {
        return new Target(Target.TASK, String.valueOf(task.getId()));
    }

    private static Map<String, Object> state(Task task) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("type", task.getType());
        state.put("queue", task.getQueue());
        state.put("status", task.getStatus().column());
        state.put("priority", task.getPriority());
        state.put("attempts", task.getAttempts());
        state.put("maxAttempts", task.getMaxAttempts());
        state.put("runAt", task.getRunAt().toString());
        state.put("version", task.getVersion());
        return state;
    }

    static String cut(@Nullable String payload) {
        String text = String.valueOf(payload);
        return text.length() > MAX_PAYLOAD ? text.substring(0, MAX_PAYLOAD) + "…" : text;
    }
}
