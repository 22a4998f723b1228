package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/**
 * Real-time events: an endpoint answers at once, and this handler does the work. The row and the task's completion
 * commit together.
 */
@ApplicationScoped
class Events {

    private final EntityManager entities;

    Events(EntityManager entities) {
        this.entities = entities;
    }

    @Handles("event")
    @Transactional
    void store(Event event, TaskContext task) {
        entities.persist(new SampleEvent(task.id(), event));
    }
}
