package io.github.rowmill.sample;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Orders of accounts. The task that places an order enqueues a flow: the order is charged, its items are packed side by
 * side, and then it is shipped. Some cards are declined. A declined order is held until a user retries the charge, starts
 * the part that packs, or cancels the flow. An express order is cancelled at once.
 */
@ApplicationScoped
class Orders {

    /** Rate of declined cards: one of ten. */
    private static final int DECLINES = 10;

    private final Flows flows;
    private final EntityManager entities;

    Orders(Flows flows, EntityManager entities) {
        this.flows = flows;
        this.entities = entities;
    }

    /** An order of an account. */
    record Order(
            @NotBlank String account, @Positive @Max(100) int items, boolean express) {}

    /** An item of an order. A gift needs a second task, which wraps it. */
    record Item(@NotBlank String account, int number, boolean isGift) {}

    /** The result of a charge. */
    record Receipt(String number) {}

    @Handles("order")
    @Transactional
    void place(Order order, TaskContext task) {
        Flow flow = Flow.of("order")
                .uniqueKey("order " + task.id())
                .onFailure(order.express() ? Flow.Failure.CANCEL : Flow.Failure.HOLD);
        Flow.Part charge = flow.add("charge", NewTask.of("order-charge", order));
        Flow.Part pack = flow.add(
                        "pack",
                        IntStream.rangeClosed(1, order.items())
                                .mapToObj(number -> new Item(order.account(), number, number % 5 == 0))
                                .map(item -> NewTask.of("order-pack", item))
                                .toList())
                .after(charge);
        Flow.Part ship = flow.add("ship", NewTask.of("order-ship", order)).after(pack);
        flow.add("answer", NewTask.of("order-answer", order)).afterEndOf(charge);
        flow.add("refund", NewTask.of("order-refund", order)).ifFailed(pack, ship);
        flows.enqueue(flow);
    }

    @Handles("order-charge")
    @Transactional
    Object charge(Order order, TaskContext task) {
        if (ThreadLocalRandom.current().nextInt(DECLINES) == 0) {
            return Outcome.giveUp(new IllegalStateException("the card was declined"));
        }
        record(order.account(), "charged", order.items(), task);
        return new Receipt("r-" + task.id());
    }

    @Handles("order-pack")
    @Transactional
    void pack(Item item, TaskContext task) {
        record(item.account(), "packed", item.number(), task);
        if (item.isGift()) {
            Item wrapped = new Item(item.account(), item.number(), false);
            flows.of(task).add("pack", List.of(NewTask.of("order-pack", wrapped)));
        }
    }

    @Handles("order-ship")
    @Transactional
    String ship(Order order, TaskContext task) {
        record(order.account(), "shipped", order.items(), task);
        Receipt receipt = flows.of(task).result("charge", Receipt.class);
        return receipt == null ? "cash on delivery" : "paid by " + receipt.number();
    }

    @Handles("order-answer")
    @Transactional
    void answer(Order order, TaskContext task) {
        String what = flows.of(task).counts("charge").completed() == 1 ? "accepted" : "declined";
        record(order.account(), what, order.items(), task);
    }

    @Handles("order-refund")
    @Transactional
    void refund(Order order, TaskContext task) {
        boolean isCharged = flows.of(task).counts("charge").completed() == 1;
        record(order.account(), isCharged ? "refunded" : "given up", order.items(), task);
    }

    private void record(String account, String name, int n, TaskContext task) {
        entities.persist(new SampleEvent(task.id(), new Event(account, name, n)));
    }
}
