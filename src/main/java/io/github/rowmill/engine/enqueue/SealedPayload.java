package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Violation;
import org.jspecify.annotations.Nullable;

/** A payload that is signed together with what its task carries. */
public final class SealedPayload {

    /** As PostgreSQL writes the signature of a context. */
    private static final String SEAL = "\"signature\": {";

    private SealedPayload() {}

    /**
     * Returns why the payload of a task with this context cannot be changed; null: it can. The one who is said to have enqueued
     * the task has not enqueued the new payload: each attempt would fail for its signature.
     */
    public static @Nullable Violation violation(@Nullable String context) {
        return context == null || !context.contains(SEAL)
                ? null
                : new Violation(
                        "payload", "is signed together with what the task carries in its context; enqueue another one");
    }
}
