package io.github.rowmill.handler;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/** What a handler may not return, as its work would be done after its task is completed, or never. */
public final class ReturnTypes {

    /** The name of Mutiny's Uni, a class that an application need not have. */
    public static final String UNI = "io.smallrye.mutiny.Uni";

    /** What begins its work only when somebody subscribes, or cannot be waited for without the library that it is of. */
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

    /** What the worker's thread waits for. */
    private static final List<String> AWAITED = List.of(CompletionStage.class.getName(), Future.class.getName(), UNI);

    private ReturnTypes() {}

    /**
     * Why a handler may not return something, as the rest of a sentence about the handler; empty: it may.
     *
     * @param names what it returns, by the names of its class and all supertypes
     */
    public static Optional<String> refusal(Set<String> names, boolean transactional) {
        Optional<String> lazy = LAZY.stream().filter(names::contains).findFirst();
        if (lazy.isPresent()) {
            return Optional.of(
                    "returns %s, which Rowmill neither subscribes to nor waits for: its work would never begin, or end after its task is completed; wait for the result in the handler, or return a CompletionStage or a Uni"
                            .formatted(lazy.get()));
        }
        return AWAITED.stream()
                .filter(name -> transactional && names.contains(name))
                .findFirst()
                .map(name ->
                        "returns %s and is @Transactional: work on another thread is not part of the transaction that completes the task; do it on the handler's thread, or leave the annotation away"
                                .formatted(name));
    }
}
