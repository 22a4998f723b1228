package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.util.List;

/** A handler method: its row and the task's completion commit together. */
@ApplicationScoped
class Receipts {

    record Purchase(long id, List<Item> items) {}

    record Item(String article, long cents) {}

    @Inject
    EntityManager entities;

    @Handles("write-receipt")
    @Transactional
    void write(Purchase purchase) {
        long cents = purchase.items().stream().mapToLong(Item::cents).sum();
        entities.persist(new Receipt(purchase.id(), cents));
    }
}
