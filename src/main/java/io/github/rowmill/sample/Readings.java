package io.github.rowmill.sample;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;

/**
 * Readings of meters. The handler takes many of them in one call. Their rows and the completions of all their tasks
 * commit together.
 */
@ApplicationScoped
class Readings {

    private final EntityManager entities;

    Readings(EntityManager entities) {
        this.entities = entities;
    }

    /** Payload: the account of the meter, and the value that was read. */
    record Reading(@NotBlank String account, int value) {}

    @Handles(value = "reading", queue = "readings", batch = 100)
    @Transactional
    void store(Batch<Reading> readings) {
        for (Batch.Item<Reading> item : readings) {
            Reading reading = item.payload();
            entities.persist(
                    new SampleEvent(item.task().id(), new Event(reading.account(), "reading", reading.value())));
        }
    }
}
