package io.github.rowmill.handler.discovery;

import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Annotations of the platform that keep a handler from doing its work. They are known by name, as an application need not
 * have their classes.
 */
final class PlatformAnnotations {

    private static final String TRANSACTION_CONFIGURATION = "io.quarkus.narayana.jta.runtime.TransactionConfiguration";
    private static final String DENY_ALL = "jakarta.annotation.security.DenyAll";

    /** Security annotations. On a method they override those of its class. */
    private static final List<String> SECURITY = List.of(
            DENY_ALL,
            "jakarta.annotation.security.PermitAll",
            "jakarta.annotation.security.RolesAllowed",
            "io.quarkus.security.Authenticated",
            "io.quarkus.security.PermissionsAllowed");

    private static final String CACHE_RESULT = "io.quarkus.cache.CacheResult";

    /** Annotations whose interceptors need a Vert.x context. */
    private static final List<String> REACTIVE = List.of(
            "io.quarkus.hibernate.reactive.panache.common.WithTransaction",
            "io.quarkus.hibernate.reactive.panache.common.WithSession",
            "io.quarkus.hibernate.reactive.panache.common.WithSessionOnDemand");

    private PlatformAnnotations() {}

    /** Returns why a handler may not have its annotations, as the rest of a sentence about it; empty if it may. */
    static Optional<String> refusal(ClassInfo type, MethodInfo method, boolean transactional) {
        return transactionTimeout(type, method, transactional)
                .or(() -> denial(type, method))
                .or(() -> Annotations.named(method, CACHE_RESULT).map(PlatformAnnotations::cached))
                .or(() -> REACTIVE.stream()
                        .flatMap(name -> either(type, method, name))
                        .findFirst()
                        .map(PlatformAnnotations::reactive));
    }

    /** The interceptor refuses to change the timeout of a transaction that has begun. */
    private static Optional<String> transactionTimeout(ClassInfo type, MethodInfo method, boolean transactional) {
        return either(type, method, TRANSACTION_CONFIGURATION)
                .findFirst()
                .filter(configuration -> transactional && setsTimeout(configuration))
                .map(
                        configuration ->
                                "is @Transactional and has @TransactionConfiguration with a timeout, which only the code that begins a transaction may set: Rowmill begins it before the handler, for as long as the task may run; leave the annotation away, and set @Handles(timeout) or rowmill.types.\"NAME\".timeout");
    }

    private static boolean setsTimeout(AnnotationInfo configuration) {
        boolean inSeconds = configuration.hasMember("timeout")
                && configuration.member("timeout").asInt() != -1;
        boolean byProperty = configuration.hasMember("timeoutFromConfigProperty")
                && !configuration.member("timeoutFromConfigProperty").asString().equals("<<unset>>");
        return inSeconds || byProperty;
    }

    private static Optional<String> denial(ClassInfo type, MethodInfo method) {
        boolean ofMethod = SECURITY.stream()
                .anyMatch(name -> Annotations.named(method, name).isPresent());
        return (ofMethod ? Annotations.named(method, DENY_ALL) : Annotations.named(type, DENY_ALL))
                .map(denied ->
                        "is @DenyAll: nobody may call it, so every attempt would fail; leave the annotation away");
    }

    private static String cached(AnnotationInfo cache) {
        return "is @CacheResult: of two tasks with the same payload the second would be completed without being run; cache the result of a bean that the handler calls";
    }

    private static String reactive(AnnotationInfo annotation) {
        return "is @%s, which works on an event loop alone, and handlers run on workers: leave the annotation away, and run what needs it by VertxContextSupport.subscribeAndAwait"
                .formatted(annotation.declaration().simpleName());
    }

    private static Stream<AnnotationInfo> either(ClassInfo type, MethodInfo method, String name) {
        return Annotations.named(method, name).or(() -> Annotations.named(type, name)).stream();
    }
}
