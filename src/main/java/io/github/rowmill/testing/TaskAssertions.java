package io.github.rowmill.testing;

/**
 * Where assertions about tasks begin; import it statically, beside AssertJ's if you use that. They throw
 * {@link AssertionError}s that list what was there, and need no library.
 *
 * <p>Example: {@code assertThat(mill.tasks()).hasEnqueued("mail").withKey("acme").withPayload(new Mail("ada")).once();}
 */
public final class TaskAssertions {

    private TaskAssertions() {}

    /** Begins assertions about tasks as they were read. */
    public static TaskListAssert assertThat(TaskList tasks) {
        return new TaskListAssert(tasks);
    }
}
