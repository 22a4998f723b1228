package io.github.rowmill.handler;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.invoke.Invoker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handler as declared in the code.
 *
 * @param name class and method, for messages
 * @param payload the payload's type, or null if the handler takes none
 * @param result the type of its result; null if it returns none, or its class is not known before the call
 * @param takesBatch whether the handler takes a batch of payloads
 */
public record DeclaredHandler(
        String name,
        Handles handles,
        List<OnFailure> rules,
        List<Recurring> schedules,
        List<Subscribes> topics,
        @Nullable PayloadType payload,
        @Nullable PayloadType result,
        boolean takesBatch,
        boolean takesContext,
        boolean transactional,
        boolean virtualThread,
        Invoker<?, ?> invoker) {

    /**
     * Calls the handler on the calling thread. CDI looks up the bean, and its interceptors apply. Exceptions are
     * thrown unwrapped.
     */
    public @Nullable Object call(@Nullable Object value, TaskContext task) throws Exception {
        return invoker.invoke(null, arguments(value, task));
    }

    private @Nullable Object[] arguments(@Nullable Object value, TaskContext task) {
        if (payload == null) {
            return takesContext ? new Object[] {task} : new Object[0];
        }
        return takesContext ? new @Nullable Object[] {value, task} : new @Nullable Object[] {value};
    }
}
