package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.handler.ReturnTypes;
import io.github.rowmill.handler.TaskType;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What a handler's work comes to. Work that it has begun elsewhere, and returned as a stage or a future, is waited for on
 * the worker's thread, so that timeout, cancel and drain end it as they end any other.
 */
final class Awaited {

    /** Of few classes: those that handlers return. */
    private static final ClassValue<Set<String>> NAMES = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(Class<?> type) {
            Set<String> names = new HashSet<>();
            addNames(type, names);
            return Set.copyOf(names);
        }
    };

    private Awaited() {}

    /**
     * Waits for a result that is still to come.
     *
     * @throws Exception what the work failed with; or the interrupt that ended the waiting: then the work is cancelled
     * @throws IllegalStateException nobody could wait for it
     */
    static @Nullable Object result(TaskType type, @Nullable Object returned) throws Exception {
        Object result = returned;
        while (result != null && !(result instanceof Outcome)) {
            refuse(type, result);
            Future<?> work = work(result);
            if (work == null) {
                return result;
            }
            result = await(work);
        }
        return result;
    }

    /** What the build could not see, as the handler declares less than it returns. */
    private static void refuse(TaskType type, Object result) {
        ReturnTypes.refusal(NAMES.get(result.getClass()), type.isTransactional())
                .ifPresent(problem -> {
                    throw new IllegalStateException(type.handler().name() + " " + problem);
                });
    }

    private static @Nullable Future<?> work(Object result) {
        if (result instanceof CompletionStage<?> stage) {
            return stage.toCompletableFuture();
        }
        return result instanceof Future<?> future ? future : null;
    }

    private static @Nullable Object await(Future<?> work) throws Exception {
        try {
            return work.get();
        } catch (InterruptedException e) {
            work.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static void addNames(@Nullable Class<?> type, Set<String> names) {
        if (type == null) {
            return;
        }
        names.add(type.getName());
        addNames(type.getSuperclass(), names);
        for (Class<?> one : type.getInterfaces()) {
            addNames(one, names);
        }
    }
}
