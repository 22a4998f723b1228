package org.acme;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.NotBlank;

@ApplicationScoped
class Mails {

    record Mail(long order, @NotBlank String to) {}

    @Handles("order-mail")
    void send(Mail mail, TaskContext task) {
        // your mail service: the key is the same for every attempt, so a repeat can be dropped
        Log.infof("Mail to %s: thank you for order %d (key %s)", mail.to(), mail.order(), task.idempotencyKey());
    }
}
