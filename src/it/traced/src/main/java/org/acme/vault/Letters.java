package org.acme.vault;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.opentelemetry.instrumentation.annotations.WithSpan;
import io.quarkus.cache.CacheInvalidateAll;
import io.quarkus.security.Authenticated;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers with annotations of Quarkus extensions. Most of them record their calls. */
@ApplicationScoped
public class Letters {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final TaskQueue queue;

    Letters(TaskQueue queue) {
        this.queue = queue;
    }

    public List<String> calls() {
        return calls;
    }

    /** Lets the handler of {@code narrow} end. */
    public void end() {
        end.countDown();
    }

    private long note(String call) {
        calls.add(call);
        return calls.stream().filter(call::equals).count();
    }

    @Handles("permitted")
    @PermitAll
    void permitted() {
        note("permitted");
    }

    @Handles(value = "authenticated", maxAttempts = 1)
    @Authenticated
    void authenticated() {
        note("authenticated");
    }

    @Handles(value = "of-keepers", maxAttempts = 1)
    @RolesAllowed("keeper")
    void ofKeepers() {
        note("of keepers");
    }

    @Handles("retried")
    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    void retried() {
        failUntil(3, note("retried"));
    }

    private static void failUntil(int last, long call) {
        if (call < last) {
            throw new IllegalStateException("no luck");
        }
    }

    /** Both calls run in one transaction, so the write of the failed call is also committed. */
    @Handles("retried-tx")
    @Transactional
    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    void retriedInItsTransaction() {
        queue.enqueue(NewTask.of("nobody-handles-this").queue("notes"));
        failUntil(2, note("retried-tx"));
    }

    @Handles(value = "limited", maxAttempts = 1)
    @Timeout(100)
    void limited() throws InterruptedException {
        new CountDownLatch(1).await(1, TimeUnit.MINUTES);
    }

    @Handles("replaced")
    @Fallback(fallbackMethod = "instead")
    void replaced() {
        throw new IllegalStateException("no luck");
    }

    void instead() {
        note("instead");
    }

    @Handles(value = "broken", maxAttempts = 1)
    @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 0.5, delay = 3_600_000)
    void broken() {
        throw new IllegalStateException("no luck");
    }

    @Handles(value = "narrow", maxAttempts = 1)
    @Bulkhead(1)
    void narrow() throws InterruptedException {
        note("narrow");
        end.await(1, TimeUnit.MINUTES);
    }

    @Handles("elsewhere")
    @Asynchronous
    CompletionStage<String> elsewhere() {
        note("elsewhere");
        return CompletableFuture.completedFuture("done");
    }

    @Handles("renewed")
    @CacheInvalidateAll(cacheName = "letters")
    void renewed() {
        note("renewed");
    }

    @Handles("traced")
    @WithSpan("letter")
    void traced() {
        note("traced");
    }

    @Handles("sent")
    @Incoming("letters")
    void sent(String text) {
        note(text);
    }
}
