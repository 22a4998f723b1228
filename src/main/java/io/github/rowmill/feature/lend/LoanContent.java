package io.github.rowmill.feature.lend;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.RemoteSteps;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Reads what a remote worker needs of a claimed task. */
@Singleton
class LoanContent {

    private final PayloadCipher cipher;
    private final RemoteSteps steps;
    private final Handlers handlers;
    private final Duration lease;

    LoanContent(PayloadCipher cipher, RemoteSteps steps, Handlers handlers, RowmillConfig config) {
        this.cipher = cipher;
        this.steps = steps;
        this.handlers = handlers;
        this.lease = config.lease();
    }

    /**
     * Returns the task with its payload and its steps.
     *
     * @throws io.github.rowmill.api.EncryptedPayloadException this node cannot decrypt one of them
     */
    Loan of(Claimed task) {
        Duration own = task.timeout();
        Duration timeout = own == null ? handlers.limits(task.type()).timeout() : own;
        return new Loan(task, cipher.decrypted(task.type(), task.details()), steps.of(task), timeout, lease);
    }

    /** Returns the time until a failed attempt is due again. */
    Duration backoff(Claimed task) {
        return handlers.limits(task.type())
                .retry()
                .delay(task.attempt(), ThreadLocalRandom.current().nextDouble());
    }
}
