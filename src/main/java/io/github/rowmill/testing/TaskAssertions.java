package io.github.rowmill.testing;

/**
 * Entry point for assertions about tasks; import it statically, beside AssertJ's if you use that. The assertions
 * throw {@link AssertionError}s that list the tasks found, and need no library.
 *
 * <p>Example:
 * {@code assertThat(mill.tasks()).hasEnqueued("mail").withKey("acme").withPayload(new Mail("ada")).once();}
 */
public final class TaskAssertions {

    private TaskAssertions() {}

    /** Begins assertions about tasks in the state in which they were read. */
    public static TaskListAssert assertThat(TaskList tasks) {
        return new TaskListAssert(tasks);
    }
}
