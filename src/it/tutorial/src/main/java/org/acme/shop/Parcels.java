package org.acme.shop;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.OnFailure.Then;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;

@ApplicationScoped
class Parcels {

    record Parcel(@NotBlank String order, @NotBlank String country) {}

    record Booking(String number) {}

    @Inject
    Partner partner;

    @Handles(value = "book-parcel", queue = "partner", timeout = "1m")
    @OnFailure(of = Partner.UnknownCountry.class, then = Then.GIVE_UP) // another attempt would not help
    Booking book(Parcel parcel, TaskContext task) throws InterruptedException {
        String key = "shop-" + task.idempotencyKey(); // the same for every attempt
        return new Booking(partner.book(parcel.order(), parcel.country(), key));
    }
}
