package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Handles the rentals of accounts. A rental is one task from its beginning to its end. The task makes a code for the
 * lock, and reserves. It waits a moment for an extension, bills each day, and waits for the return. It holds no worker
 * while it waits.
 */
@ApplicationScoped
class Rentals {

    private static final Duration TIME_TO_EXTEND = Duration.ofSeconds(2);
    private static final int CODES = 10_000;

    private final EntityManager entities;

    Rentals(EntityManager entities) {
        this.entities = entities;
    }

    /** A rental of some days. */
    record Rental(
            @NotBlank String account, @Positive @Max(100) int days) {}

    /** An extension of a rental by some days. */
    record Extension(int days) {}

    /** The return of what was rented, with a rating. */
    record Return(int stars) {}

    @Handles("rental")
    String rent(Rental rental, TaskContext task) {
        Integer code = task.step("code", Integer.class, () -> code(rental, task));
        task.transaction("reserve", () -> record(rental, "reserved", rental.days(), task));
        int days = rental.days()
                + task.awaitSignal("extend", Extension.class, TIME_TO_EXTEND)
                        .map(Extension::days)
                        .orElse(0);
        task.loop("days", 1, day -> {
            record(rental, "day", day, task);
            return day < days ? Optional.of(day + 1) : Optional.empty();
        });
        String end = task.awaitSignal("return", Return.class, Duration.ofHours(days))
                .map(given -> "returned")
                .orElse("kept");
        task.transaction("end", () -> record(rental, end, Objects.requireNonNull(code), task));
        return end;
    }

    /** Makes a code and sends it to the lock, another system in real life. A crash can repeat this. */
    private int code(Rental rental, TaskContext task) {
        int code = ThreadLocalRandom.current().nextInt(CODES);
        QuarkusTransaction.requiringNew().run(() -> record(rental, "code", code, task));
        return code;
    }

    private void record(Rental rental, String name, int n, TaskContext task) {
        entities.persist(new SampleEvent(task.id(), new Event(rental.account(), name, n)));
    }
}
