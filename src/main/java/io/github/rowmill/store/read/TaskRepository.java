package io.github.rowmill.store.read;

import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import io.quarkus.panache.common.Sort;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads tasks, in the caller's transaction if there is one. */
@ApplicationScoped
public class TaskRepository implements PanacheRepositoryBase<Task, Long> {

    private final EntityManager entities;

    TaskRepository(EntityManager entities) {
        this.entities = entities;
    }

    /** A page of tasks, the newest first: those with ids below {@code filter.after()}, at most {@code limit}. */
    public List<Task> page(TaskFilter filter, int limit) {
        Map<String, Object> parameters = new HashMap<>();
        String query = filter.toQuery(parameters);
        return find(query, Sort.descending("id"), parameters)
                .range(0, limit - 1)
                .list();
    }

    /** The failed attempts of a task, the first one first. */
    public List<Attempt> attempts(long task) {
        return entities.createQuery("select a from Attempt a where a.task = :task order by a.number", Attempt.class)
                .setParameter("task", task)
                .getResultList();
    }
}
