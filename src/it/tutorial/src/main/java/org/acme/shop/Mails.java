package org.acme.shop;

import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.quarkus.mailer.Mail;
import io.quarkus.mailer.Mailer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;

@ApplicationScoped
class Mails {

    record OrderMail(
            @NotBlank String order, @NotBlank @Email String to) {}

    @Inject
    Mailer mailer;

    @Inject
    Flows flows;

    @Handles("order-mail")
    void send(OrderMail mail, TaskContext task) {
        var booking = flows.of(task).result("parcel", Parcels.Booking.class);
        mailer.send(Mail.withText(mail.to(), "Your order " + mail.order(), "Your parcel is " + booking.number() + "."));
    }
}
