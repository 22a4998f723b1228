package io.github.rowmill.operate.http;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;

/** Fails with its payload for a message, once and for all. */
@ApplicationScoped
class FailingHandler {

    static final String TYPE = "test-fails";

    record Failure(String message) {}

    @Handles(value = TYPE, maxAttempts = 1)
    void fail(Failure failure) {
        throw new IllegalStateException(failure.message());
    }
}
