package org.acme.shop;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import jakarta.inject.Singleton;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A handler bean without a transaction. */
@Singleton
@Handles("thank-you")
class ThankYou implements TaskHandler<ThankYou.Mail> {

    record Mail(String to) {}

    final Queue<String> sent = new ConcurrentLinkedQueue<>();

    @Override
    public Object handle(Mail mail, TaskContext task) {
        sent.add(mail.to());
        return null;
    }
}
