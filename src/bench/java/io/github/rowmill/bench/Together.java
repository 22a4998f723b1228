package io.github.rowmill.bench;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.List;

/** Workloads of tasks that run together. */
@ApplicationScoped
class Together {

    private final Notes notes;
    private final EntityManager entities;

    Together(Notes notes, EntityManager entities) {
        this.notes = notes;
        this.entities = entities;
    }

    /** The payload of a task. */
    record Numbered(int n) {}

    /** Writes one row by JDBC, in a transaction with other tasks. */
    @Handles(value = "effect-shared", batch = 50)
    @Transactional
    void write(TaskContext task) throws SQLException {
        notes.note(task.id(), "effect", 0);
    }

    /** Persists one entity, in a transaction with other tasks. */
    @Handles(value = "event-shared", batch = 50)
    @Transactional
    void persist(TaskContext task) {
        entities.persist(new BenchEvent(task.id()));
    }

    /** Writes a row for each task, by one statement. */
    @Handles(value = "effect-batch", batch = 500)
    @Transactional
    void writeAll(Batch<Numbered> some) throws SQLException {
        List<Long> ids = some.items().stream().map(item -> item.task().id()).toList();
        notes.noteAll(ids, "effect");
    }
}
