package io.github.rowmill.operate.page.task;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Sensitive;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;

/** A handler that declares the classes of its steps and signals. */
@ApplicationScoped
class KeepingHandler {

    /** A class that the handler does not declare. */
    record Ticket(String seat) {}

    /** The value of a step. */
    record Receipt(String number, @Sensitive String card) {}

    /** The payload of a signal. */
    record Decision(boolean granted, @Sensitive String reason) {}

    @Handles(
            value = "keeping",
            maxAttempts = 1,
            keeps = {Receipt.class, Decision.class})
    void keep(TaskContext task) {
        task.step("charge", Receipt.class, () -> new Receipt("r-7", "secret-card"));
        task.step("reserve", Ticket.class, () -> new Ticket("7a"));
    }
}
