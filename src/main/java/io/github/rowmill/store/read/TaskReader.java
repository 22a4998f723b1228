package io.github.rowmill.store.read;

import io.github.rowmill.store.loop.ReadDatabase;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads tasks for those who look at them, outside the caller's transaction and on connections of its own. */
@Singleton
public class TaskReader {

    private final ReadDatabase database;

    TaskReader(ReadDatabase database) {
        this.database = database;
    }

    /** A task with its failed attempts, the first one first. */
    public record Found(Task task, List<Attempt> attempts) {}

    /** A page of tasks, the newest first: those with ids below {@code filter.after()}, at most {@code limit}. */
    public List<Task> page(TaskFilter filter, int limit) {
        Map<String, Object> parameters = new HashMap<>();
        String query = "from Task where %s order by id desc".formatted(filter.toQuery(parameters));
        return database.session(session -> {
            var selection = session.createSelectionQuery(query, Task.class).setMaxResults(limit);
            parameters.forEach(selection::setParameter);
            return selection.getResultList();
        });
    }

    /** The task with this id. */
    public Optional<Found> find(long id) {
        return database.session(session -> Optional.ofNullable(session.get(Task.class, id))
                .map(task -> new Found(task, TaskRepository.attempts(session, id))));
    }
}
