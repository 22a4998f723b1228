package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;

/** Does nothing, for measuring what the queue itself costs. */
@ApplicationScoped
class Noop {

    @Handles("noop")
    void nothing() {}
}
