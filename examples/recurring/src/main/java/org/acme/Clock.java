package org.acme;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.TaskContext;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.NotBlank;

@ApplicationScoped
class Clock {

    record Exchange(@NotBlank String city) {}

    /** Runs every ten seconds, once in the whole cluster. A run that takes longer skips the next tick. */
    @Handles("look-for-orders")
    @Recurring(every = "10s", overlap = Overlap.SKIP)
    void look(TaskContext task) {
        Log.infof("Looking for orders: tick of %s", task.scheduledFor().orElseThrow());
    }

    /** Runs at six in the evening of two cities. The payload has the city. */
    @Handles("fetch-rates")
    @Recurring(name = "rates-berlin", cron = "0 18 * * *", zone = "Europe/Berlin", payload = "{\"city\": \"Berlin\"}")
    @Recurring(name = "rates-tokyo", cron = "0 18 * * *", zone = "Asia/Tokyo", payload = "{\"city\": \"Tokyo\"}")
    String fetch(Exchange exchange, TaskContext task) {
        Log.infof(
                "The exchange of %s closed at %s",
                exchange.city(), task.scheduledFor().orElseThrow());
        return "rates of " + exchange.city();
    }
}
