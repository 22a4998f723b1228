package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.LocalDate;
import java.util.List;

/** Handler methods with a transaction. Their rows and the completion of the task commit together. */
@ApplicationScoped
class Receipts {

    record Purchase(long id, List<Item> items) {}

    record Item(String article, long cents) {}

    @Inject
    EntityManager entities;

    record Stock(String countedBy, LocalDate countedOn) {}

    /** Takes 1.5 s. Transactions of the application's requests may take only 1 s. */
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
