package org.acme.shop;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;

@ApplicationScoped
class Payments {

    record Charge(@NotBlank String order) {}

    @Handles("charge-order")
    @Transactional // the order is paid, and the task completed, in one commit
    void charge(Charge charge) {
        Order order = Order.findById(charge.order());
        order.paid = true;
    }
}
