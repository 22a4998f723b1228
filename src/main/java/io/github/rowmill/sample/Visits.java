package io.github.rowmill.sample;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/** Stores visits of pages, many of them by one call and in one transaction. */
@ApplicationScoped
class Visits {

    private final EntityManager entities;

    Visits(EntityManager entities) {
        this.entities = entities;
    }

    @Handles(value = "visit", queue = "visits", batch = 20)
    @Transactional
    void store(Batch<Event> visits) {
        for (Batch.Item<Event> visit : visits) {
            entities.persist(new SampleEvent(visit.task().id(), visit.payload()));
        }
    }
}
