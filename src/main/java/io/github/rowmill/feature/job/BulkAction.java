package io.github.rowmill.feature.job;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.end.AdminVerbs;
import io.github.rowmill.task.TaskStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** An action on each task of a job: the states that allow it, its statement, and its event. */
public enum BulkAction {
    /** Cancels tasks that have not ended. */
    CANCEL(status -> !status.hasEnded(), AdminVerbs.CANCEL, task -> new TaskEvent.Cancelled(task.id())),
    /** Queues dead and cancelled tasks again. */
    RETRY(
            TaskStatus::isRetriable,
            AdminVerbs.RETRY,
            task -> new TaskEvent.Retried(task.id(), task.queue(), task.watched())),
    /** Deletes tasks that have ended. */
    DELETE(TaskStatus::hasEnded, AdminVerbs.DELETE, task -> new TaskEvent.Deleted(task.id()));

    private final Predicate<TaskStatus> states;
    private final String statement;
    private final Function<ChangedTask, TaskEvent> event;

    BulkAction(Predicate<TaskStatus> states, String statement, Function<ChangedTask, TaskEvent> event) {
        this.states = states;
        this.statement = statement;
        this.event = event;
    }

    /** Returns whether the action applies to tasks in this state. */
    public boolean appliesTo(TaskStatus status) {
        return states.test(status);
    }

    /** Returns the states that the action applies to, as a condition on {@code rowmill_task t}. */
    String condition() {
        return Arrays.stream(TaskStatus.values())
                .filter(states)
                .map(status -> "'" + status.column() + "'")
                .collect(Collectors.joining(", ", "t.status in (", ")"));
    }

    /** Returns the statement that runs the action on the tasks with given ids, and returns those that it changed. */
    String statement() {
        return statement;
    }

    /** Returns the event of a task that the action has changed. */
    TaskEvent event(ChangedTask task) {
        return event.apply(task);
    }

    /** Returns the action in lower case, as requests and the database hold it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the words of all actions that this node knows. A newer node may know others. */
    public static List<String> words() {
        return Arrays.stream(values()).map(BulkAction::word).toList();
    }

    public static Optional<BulkAction> find(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word().equals(word))
                .findFirst();
    }
}
