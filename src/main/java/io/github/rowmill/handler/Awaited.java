package io.github.rowmill.handler;

import io.github.rowmill.api.Outcome;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the result of a handler. A handler may return work that it has begun elsewhere, as a stage or a
 * future. It may also return work that is yet to begin, as a Uni. The worker's thread waits for the work, so that
 * timeout, cancel and drain end it like any other.
 */
public final class Awaited {

    /** Names of the supertypes of each class that handlers return. There are few of these classes. */
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
     * Waits for a result that is not available yet.
     *
     * @throws Exception failure of the work; or the interrupt that ended the wait, after the work was cancelled
     * @throws IllegalStateException a result of this type cannot be awaited
     */
    public static @Nullable Object result(TaskType type, @Nullable Object returned) throws Exception {
        Object result = returned;
        while (result != null && !(result instanceof Outcome)) {
            Set<String> names = NAMES.get(result.getClass());
            refuse(type, names);
            Future<?> work = names.contains(ReturnTypes.UNI) ? Unis.subscribe(result) : work(result);
            if (work == null) {
                return result;
            }
            result = await(work);
        }
        return result;
    }

    /** Refuses results that the build could not check, because the handler declares a more general type. */
    private static void refuse(TaskType type, Set<String> names) {
        ReturnTypes.refusal(names, type.isTransactional()).ifPresent(problem -> {
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
