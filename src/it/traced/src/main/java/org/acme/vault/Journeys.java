package org.acme.vault;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.OnFailure.Then;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskSuspended;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/** Handlers with steps and sleeps that use fault tolerance. */
@ApplicationScoped
public class Journeys {

    private static final Duration NAP = Duration.ofMillis(50);

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Ferry ferry;

    Journeys(Ferry ferry) {
        this.ferry = ferry;
    }

    public List<String> calls() {
        return calls;
    }

    private void travel(String type, TaskContext task) {
        calls.add(type);
        task.step("pack", () -> calls.add(type + " packs"));
        task.sleep("nap", NAP);
        calls.add(type + " arrives");
    }

    @Handles("nap-retry")
    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    void withRetry(TaskContext task) {
        travel("nap-retry", task);
    }

    @Handles("nap-timeout")
    @Timeout(20_000)
    void withTimeout(TaskContext task) {
        travel("nap-timeout", task);
    }

    @Handles("nap-breaker")
    @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 0.5, delay = 3_600_000, skipOn = TaskSuspended.class)
    void withCircuitBreaker(TaskContext task) {
        travel("nap-breaker", task);
    }

    @Handles("nap-fallback")
    @Fallback(fallbackMethod = "instead")
    void withFallback(TaskContext task) {
        travel("nap-fallback", task);
    }

    void instead(TaskContext task) {
        calls.add("instead of " + task.type());
    }

    /** A step runs once in an attempt. So a retry in the same attempt cannot call a handler with steps again. */
    @Handles(value = "retried-steps", maxAttempts = 1)
    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    void retriedWithSteps(TaskContext task) {
        task.step("pack", () -> calls.add("packs again"));
        throw new IllegalStateException("no luck");
    }

    /** The retry is on the method that the step calls. All calls of that method belong to one step. */
    @Handles("sail-retry")
    void sailWithRetry(TaskContext task) {
        String port = task.step("sail", String.class, ferry::sail);
        task.sleep("nap", NAP);
        calls.add("sail-retry " + port);
    }

    @Handles(value = "sail-breaker", maxAttempts = 3)
    @OnFailure(of = IllegalStateException.class, then = Then.RETRY, after = "10ms")
    @OnFailure(of = CircuitBreakerOpenException.class, then = Then.SNOOZE, after = "50ms")
    void sailWithCircuitBreaker(TaskContext task) {
        calls.add("sail-breaker");
        task.step("cross", ferry::cross);
    }
}
