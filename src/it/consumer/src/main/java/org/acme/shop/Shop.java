package org.acme.shop;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.List;

/** Enqueues the tasks of a sale in one transaction. */
@ApplicationScoped
class Shop {

    @Inject
    TaskQueue tasks;

    @Transactional
    void sell(long purchase, String customer) {
        var items = List.of(new Receipts.Item("tea", 350), new Receipts.Item("cake", 420));
        tasks.enqueue(NewTask.of("write-receipt", new Receipts.Purchase(purchase, items)));
        tasks.enqueue(NewTask.of("thank-you", new ThankYou.Mail(customer)));
    }

    @Transactional
    void sellAndFail(long purchase, String customer) {
        sell(purchase, customer);
        throw new IllegalStateException("the card was refused");
    }
}
