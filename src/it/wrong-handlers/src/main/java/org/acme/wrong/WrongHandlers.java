package org.acme.wrong;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.quarkus.cache.CacheResult;
import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;

@ApplicationScoped
class WrongHandlers {

    record Payload(String text) {}

    @Handles("private")
    private void hidden(Payload payload) {}

    @Handles("escaping")
    @Transactional(TxType.REQUIRES_NEW)
    void escaping(Payload payload) {}

    @Handles("generic")
    <T> void generic(List<T> payloads) {}

    @Handles("wild")
    void wild(List<? extends Payload> payloads) {}

    @Handles("array")
    void array(Payload[] payloads) {}

    @Handles("greedy")
    void greedy(Payload one, Payload other, TaskContext task) {}

    @Handles("lazy")
    @Transactional
    Uni<Void> lazy(Payload payload) {
        return Uni.createFrom().voidItem();
    }

    @Handles("streaming")
    Multi<String> streaming(Payload payload) {
        return Multi.createFrom().items("one", "other");
    }

    @Handles("publishing")
    SubmissionPublisher<String> publishing(Payload payload) {
        return new SubmissionPublisher<>();
    }

    @Handles("elsewhere")
    @Transactional
    CompletableFuture<Void> elsewhere(Payload payload) {
        return CompletableFuture.completedFuture(null);
    }

    @Recurring(cron = "@daily")
    void recurring() {}

    @Handles(value = "sharing", batch = 2)
    void sharing(Payload payload) {}

    @Handles(value = "raw", batch = 2)
    @SuppressWarnings("rawtypes")
    void raw(Batch payloads) {}

    @Handles(value = "batch-with-context", batch = 2)
    void batchWithContext(Batch<Payload> payloads, TaskContext task) {}

    @Handles(value = "batch-with-result", batch = 2)
    String batchWithResult(Batch<Payload> payloads) {
        return "done";
    }

    @Subscribes("orders")
    void subscribing() {}

    @Handles("subscriber-of-nothing")
    @Subscribes(" ")
    void blank() {}

    @Handles("stereotyped-method")
    @Separate
    void separate(Payload payload) {}

    @Handles("configured")
    @Transactional
    @TransactionConfiguration(timeout = 5)
    void configured(Payload payload) {}

    @Handles("configured-elsewhere")
    @Transactional
    @TransactionConfiguration(timeoutFromConfigProperty = "wrong.timeout")
    void configuredElsewhere(Payload payload) {}

    @TransactionConfiguration(timeout = 5)
    @Transactional
    @ApplicationScoped
    static class Configured {

        @Handles("configured-bean")
        void handle(Payload payload) {}
    }

    @Handles("denied")
    @DenyAll
    void denied(Payload payload) {}

    @DenyAll
    @ApplicationScoped
    static class Denied {

        @Handles("denied-bean")
        void handle(Payload payload) {}

        @Handles("permitted")
        @PermitAll
        void permitted(Payload payload) {}
    }

    @Handles("cached")
    @CacheResult(cacheName = "wrong")
    String cached(Payload payload) {
        return payload.text();
    }

    @Handles("reactive")
    @WithTransaction
    Uni<Void> reactive(Payload payload) {
        return Uni.createFrom().voidItem();
    }

    @Handles("reactive-session")
    @WithSession
    Uni<Void> reactiveSession(Payload payload) {
        return Uni.createFrom().voidItem();
    }

    /** An interceptor binding that is annotated with {@code @Transactional}. */
    @InterceptorBinding
    @Transactional(TxType.REQUIRES_NEW)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Separate {}

    /** A stereotype with the binding {@link Separate}, and so with {@code @Transactional}. */
    @Stereotype
    @Separate
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Apart {}

    @Apart
    @ApplicationScoped
    static class Stereotyped {

        @Handles("stereotyped")
        void stereotyped(Payload payload) {}
    }

    @ApplicationScoped
    @Handles("lazy-bean")
    static class LazyBean implements TaskHandler<Payload> {

        @Override
        public Multi<String> handle(Payload payload, TaskContext task) {
            return Multi.createFrom().items("one", "other");
        }
    }

    @ApplicationScoped
    @Handles("no-handler")
    static class NoHandler {}

    @ApplicationScoped
    @Subscribes("orders")
    static class SubscribedClass {}
}
