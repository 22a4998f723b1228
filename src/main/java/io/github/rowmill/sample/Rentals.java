package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Rentals of bikes, in steps. The handler reserves a bike, and charges the deposit and each day. Then it sleeps until
 * the bike is due, and waits for the signal {@code returned}. A sleeping or waiting rental holds no worker. If the
 * signal does not come in time, the rental is closed without it.
 */
@ApplicationScoped
class Rentals {

    /** Numbers of bikes are below this. */
    private static final int BIKES = 1_000_000;

    private final EntityManager entities;

    Rentals(EntityManager entities) {
        this.entities = entities;
    }

    /**
     * Payload: the account, the number of days to pay for, the time until the bike is due, and the longest wait for
     * its return after that. Days of a sample take seconds.
     */
    record Rental(
            @NotBlank String account,
            @Positive @Max(100) int days,
            @PositiveOrZero long seconds,
            @PositiveOrZero long patience) {}

    /** The bike that is reserved. */
    record Bike(int number) {}

    /** The payload of the signal: the number of the slip that was printed for the return. */
    record Return(long slip) {}

    /** The result: the bike, and the slip of its return. The slip is 0 if the bike did not come back in time. */
    record Closed(int bike, long slip) {}

    @Handles(
            value = "rental",
            queue = "rentals",
            keeps = {Bike.class, Return.class})
    Closed rent(Rental rental, TaskContext task) {
        Bike bike = Objects.requireNonNull(
                task.step("reserve", Bike.class, () -> reserve(rental, task)), "the value of the step");
        task.transaction("deposit", () -> record(rental, "deposit", bike.number(), task));
        task.loop("days", 1, day -> {
            record(rental, "day", day, task);
            return day < rental.days() ? Optional.of(day + 1) : Optional.empty();
        });
        task.sleep("ride", Duration.ofSeconds(rental.seconds()));
        Optional<Return> back = task.awaitSignal("returned", Return.class, Duration.ofSeconds(rental.patience()));
        task.transaction("close", () -> record(rental, "close", bike.number(), task));
        return new Closed(bike.number(), back.map(Return::slip).orElse(0L));
    }

    /**
     * Reserves a bike, as a call of another system would. If the node dies before the step is recorded, another bike
     * is reserved as well, and the rental is about the recorded one.
     */
    private Bike reserve(Rental rental, TaskContext task) {
        Bike bike = new Bike(ThreadLocalRandom.current().nextInt(BIKES));
        QuarkusTransaction.requiringNew().run(() -> record(rental, "reserve", bike.number(), task));
        return bike;
    }

    private void record(Rental rental, String name, int n, TaskContext task) {
        entities.persist(new SampleEvent(task.id(), new Event(rental.account(), name, n)));
    }
}
