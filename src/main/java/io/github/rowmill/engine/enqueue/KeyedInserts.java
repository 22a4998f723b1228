package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Task;
import java.util.List;
import java.util.Optional;

/** Inserts of rows of which some have unique keys, in the caller's transaction. */
public interface KeyedInserts {

    /**
     * Inserts rows, and does what each asks for where another task holds its key, once {@code encounter} lets it.
     *
     * @throws io.github.rowmill.api.DuplicateTaskException a duplicate is to be refused; none of the rows was written
     */
    List<Enqueued> insert(List<NewRow> rows, Encounter encounter);

    /** The other task that holds a task's key. */
    Optional<Long> rival(Task task);

    /** Whether another task held a task's key, and had no right to any more: then it holds it no longer. */
    boolean free(Task task);
}
