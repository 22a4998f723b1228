package io.github.rowmill.operate.http;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;

/** A handler that fails with the message of its payload. Its tasks have one attempt. */
@ApplicationScoped
class FailingHandler {

    static final String TYPE = "test-fails";

    record Failure(String message) {}

    @Handles(value = TYPE, maxAttempts = 1)
    void fail(Failure failure) {
        throw new IllegalStateException(failure.message());
    }
}
