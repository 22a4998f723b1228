package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;

/** Does nothing, for measuring the cost of the queue itself. */
@ApplicationScoped
class Noop {

    @Handles("noop")
    void nothing() {}
}
