package io.github.rowmill.api;

import java.util.Map;

/**
 * Carries a value of the caller, such as a tenant, from the enqueue to the handler. Rowmill calls a bean that
 * implements this interface at each enqueue, and again around each attempt. The values are stored in the task's
 * {@code context} as JSON, under the carrier's name. All carriers of a task share 64 KiB.
 *
 * <p>Every user who can insert rows can write a {@code context}. A carrier whose values grant access must be
 * {@linkplain #isSigned() signed}.
 */
public interface ContextCarrier {

    /**
     * Returns the carrier's key in the context: a constant word that no other carrier uses, and neither
     * {@code trace} nor {@code signature}.
     */
    String name();

    /**
     * Returns the values to carry, or an empty map for none. It is called once for each call of the queue, for one
     * task or many, on the caller's thread and in the caller's transaction. The call throws any exception thrown
     * here, and nothing is enqueued. Values must not be null.
     */
    Map<String, String> capture();

    /**
     * Applies the carried values on the handler's thread, before the handler's transaction begins. It is not
     * called for a task that carries nothing under this name. The returned action undoes this, and runs on the
     * same thread after the attempt.
     *
     * @throws Exception the values cannot be restored on this node: the attempt fails with this exception, and the
     *     handler is not called
     */
    Runnable restore(Map<String, String> values, TaskContext task) throws Exception;

    /**
     * Returns whether the values are signed. They are signed at the enqueue with {@code rowmill.context.key}, and
     * restored only if the signature is right. A right signature proves that an application with the key gave
     * them, for a task of this type and this payload.
     */
    default boolean isSigned() {
        return false;
    }
}
