package io.github.rowmill.testing;

import io.github.rowmill.task.Task;
import java.util.List;

/** Assertions about all tasks of the table; created by {@link TaskAssertions#assertThat}. */
public final class TaskListAssert {

    private final TaskList tasks;

    TaskListAssert(TaskList tasks) {
        this.tasks = tasks;
    }

    /**
     * Requires a task of this type, whatever its state. Further conditions apply to the tasks of this type.
     *
     * @throws AssertionError there is none
     */
    public EnqueuedAssert hasEnqueued(String type) {
        return new EnqueuedAssert(tasks, "task of type '" + type + "'", ofType(type));
    }

    /**
     * Requires that no task has this type.
     *
     * @throws AssertionError there is one
     */
    public TaskListAssert hasNotEnqueued(String type) {
        return refuse("no task of type '" + type + "'", ofType(type));
    }

    /**
     * Requires that there is no task at all.
     *
     * @throws AssertionError there is one
     */
    public TaskListAssert isEmpty() {
        return refuse("no task", tasks.all());
    }

    private List<Task> ofType(String type) {
        return tasks.all().stream().filter(task -> task.getType().equals(type)).toList();
    }

    private TaskListAssert refuse(String wanted, List<Task> found) {
        if (!found.isEmpty()) {
            throw new AssertionError(
                    "expected %s, but there are %s:%n%s".formatted(wanted, found.size(), tasks.of(found)));
        }
        return this;
    }
}
