package io.github.rowmill.api;

import java.util.Map;

/**
 * Carries something of the one who enqueues a task to its handler, such as a tenant: a bean that implements this is asked
 * at each enqueue, and again around each attempt. What it gives is stored in the task's {@code context} as JSON, under the
 * carrier's name; all carriers of a task together have 64 KiB.
 *
 * <p>Who may insert rows may write a {@code context}. A carrier whose values open doors is to be {@linkplain #isSigned()
 * signed}.
 */
public interface ContextCarrier {

    /** Its place in the context: a word that no other carrier has, not {@code trace} and not {@code signature}. Always the same. */
    String name();

    /**
     * What is to be carried, empty for nothing. Asked once for each call of the queue, of one task or of many, on the thread
     * that calls and in its transaction. What it throws, the call throws, and nothing is enqueued. Values must not be null.
     */
    Map<String, String> capture();

    /**
     * Makes what was carried the handler's, on the thread of the handler, before its transaction begins; not called for a
     * task that carries nothing of this name. Returns what undoes it, which is run on the same thread after the attempt.
     *
     * @throws Exception it cannot be had here: the attempt has failed with this, and the handler is not called
     */
    Runnable restore(Map<String, String> values, TaskContext task) throws Exception;

    /**
     * Whether the values are signed at the enqueue with {@code rowmill.context.key}, and only restored if the signature is
     * right: then they were given by an application that has the key, for a task of this type and this payload.
     */
    default boolean isSigned() {
        return false;
    }
}
