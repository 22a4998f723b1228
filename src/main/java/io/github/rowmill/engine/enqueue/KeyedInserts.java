package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Task;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Inserts rows of which some have unique keys, in the caller's transaction. */
public interface KeyedInserts {

    /**
     * Inserts rows. If another task holds the key of a row, applies the row's {@code onDuplicate} to it, after a
     * call of {@code holderCheck}.
     *
     * @throws io.github.rowmill.api.DuplicateTaskException a duplicate must be refused; none of the rows was
     *     written
     */
    List<Enqueued> insert(List<NewRow> rows, HolderCheck holderCheck);

    /**
     * Inserts rows as {@link #insert(List, HolderCheck)} does, by another statement.
     *
     * @param insert inserts all rows, and returns the id of each; empty if its key is taken. It may be called again
     */
    List<Enqueued> insert(List<NewRow> rows, Supplier<List<Optional<Long>>> insert, HolderCheck holderCheck);

    /**
     * Returns the id of the other task that holds a task's key.
     *
     * @return empty if no other task holds it, or the task has no key
     */
    Optional<Long> rival(Task task);

    /**
     * Takes a task's key from another task that no longer has a right to it.
     *
     * @return whether the key was freed
     */
    boolean free(Task task);
}
