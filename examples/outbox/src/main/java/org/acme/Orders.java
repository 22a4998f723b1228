package org.acme;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;

@Path("/orders")
public class Orders {

    private static final long CARD_LIMIT = 100_000;

    @Inject
    EntityManager entities;

    @Inject
    TaskQueue tasks;

    @POST
    @Path("/{customer}")
    @Transactional // the order and its mail commit together, or neither does
    public String place(String customer, @QueryParam("cents") long cents) {
        Order order = new Order(customer, cents);
        entities.persist(order);
        tasks.enqueue(NewTask.of("order-mail", new Mails.Mail(order.id, customer)));
        charge(cents);
        return "Order %d is placed.%n".formatted(order.id);
    }

    private static void charge(long cents) {
        if (cents > CARD_LIMIT) {
            throw new BadRequestException("The card is refused."); // rolls back the order and the task
        }
    }
}
