package io.github.rowmill.handler;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * Checks the return types of handlers. A type is refused if its work would end after the task is completed, or
 * never begin.
 */
public final class ReturnTypes {

    /** Name of Mutiny's Uni, a class that an application may lack. */
    public static final String UNI = "io.smallrye.mutiny.Uni";

    /**
     * Types that begin their work only after a subscription, or that can be waited for only with their own
     * library.
     */
    private static final List<String> LAZY = List.of(
            "io.smallrye.mutiny.Multi",
            "java.util.concurrent.Flow$Publisher",
            "org.reactivestreams.Publisher",
            "io.vertx.core.Future",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "kotlinx.coroutines.Job");

    /** Types that the worker's thread waits for. */
    private static final List<String> AWAITED = List.of(CompletionStage.class.getName(), Future.class.getName(), UNI);

    private ReturnTypes() {}

    /** Returns whether the worker's thread waits for a type, by the names of its class and all its supertypes. */
    public static boolean isAwaited(Set<String> names) {
        return AWAITED.stream().anyMatch(names::contains);
    }

    /**
     * Returns the reason to refuse a return type, as the end of a sentence about the handler.
     *
     * @param names the names of the type's class and all its supertypes
     * @return empty if the type is allowed
     */
    public static Optional<String> refusal(Set<String> names, boolean transactional) {
        Optional<String> lazy = LAZY.stream().filter(names::contains).findFirst();
        if (lazy.isPresent()) {
            return Optional.of(
                    "returns %s, which Rowmill does not subscribe to or wait for: its work would never begin, or would end after the task is completed; wait for the result in the handler, or return a CompletionStage or a Uni"
                            .formatted(lazy.get()));
        }
        return AWAITED.stream()
                .filter(name -> transactional && names.contains(name))
                .findFirst()
                .map(name ->
                        "returns %s and is @Transactional: work on another thread is not part of the transaction that completes the task; do the work on the handler's thread, or remove the annotation"
                                .formatted(name));
    }
}
