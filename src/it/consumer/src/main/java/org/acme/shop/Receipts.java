package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.LocalDate;
import java.util.List;

/** A handler method: its row and the task's completion commit together. */
@ApplicationScoped
class Receipts {

    record Purchase(long id, List<Item> items) {}

    record Item(String article, long cents) {}

    @Inject
    EntityManager entities;

    record Stock(String countedBy, LocalDate countedOn) {}

    /** Takes longer than the transactions of the application's requests may. */
    @Handles("count-stock")
    @Transactional
    void countStock(Stock stock) {
        entities.createNativeQuery("select 1 from pg_sleep(1.5)").getSingleResult();
        entities.persist(
                new Receipt(stock.countedOn().getYear(), stock.countedBy().length()));
    }

    @Handles("write-receipt")
    @Transactional
    void write(Purchase purchase) {
        long cents = purchase.items().stream().mapToLong(Item::cents).sum();
        entities.persist(new Receipt(purchase.id(), cents));
    }
}
