package org.acme.shop;

import io.github.rowmill.api.Handles;
import io.quarkus.mailer.Mail;
import io.quarkus.mailer.Mailer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;

@ApplicationScoped
class Support {

    record Trouble(@NotBlank String order) {}

    @Inject
    Mailer mailer;

    @Handles("tell-support")
    void tell(Trouble trouble) {
        mailer.send(
                Mail.withText("support@example.org", "Order " + trouble.order() + " is stuck", "See /rowmill/flows"));
    }
}
