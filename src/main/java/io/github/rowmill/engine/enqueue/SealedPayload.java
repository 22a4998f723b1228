package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Violation;
import org.jspecify.annotations.Nullable;

/** A payload that is signed together with the context of its task. */
public final class SealedPayload {

    /** The signature of a context, as PostgreSQL writes it. */
    private static final String SEAL = "\"signature\": {";

    private SealedPayload() {}

    /**
     * Returns the reason why the payload of a task with this context cannot be changed. The context names a user
     * who did not enqueue the new payload, and its signature covers the payload. So each attempt would fail.
     *
     * @return null if the payload can be changed
     */
    public static @Nullable Violation violation(@Nullable String context) {
        return context == null || !context.contains(SEAL)
                ? null
                : new Violation("payload", "is signed together with the context of the task; enqueue another task");
    }
}
