package io.github.rowmill.handler;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.invoke.Invoker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handler as declared in the code.
 *
 * @param name class and method, for messages
 * @param payload what it takes; null: nothing
 */
public record DeclaredHandler(
        String name,
        Handles handles,
        List<OnFailure> rules,
        List<Recurring> schedules,
        @Nullable PayloadType payload,
        boolean takesContext,
        boolean transactional,
        boolean virtualThread,
        Invoker<?, ?> invoker) {

    /**
     * Calls the handler on the calling thread, on the bean that CDI finds for it, interceptors included; what it throws comes
     * out unwrapped.
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
