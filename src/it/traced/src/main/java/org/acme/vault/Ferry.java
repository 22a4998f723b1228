package org.acme.vault;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Retry;

/** A system whose methods fail twice at first. Fault tolerance guards the calls. */
@ApplicationScoped
public class Ferry {

    private static final int FAILURES = 2;

    private final AtomicInteger sailed = new AtomicInteger();
    private final AtomicInteger crossed = new AtomicInteger();

    @Retry(maxRetries = FAILURES, delay = 0, jitter = 0)
    public String sail() {
        if (sailed.incrementAndGet() <= FAILURES) {
            throw new IllegalStateException("storm");
        }
        return "Brest";
    }

    /** Fails twice. Then the circuit opens, and stays open until it is reset. */
    @CircuitBreaker(requestVolumeThreshold = FAILURES, failureRatio = 1, delay = 3_600_000)
    public void cross() {
        if (crossed.incrementAndGet() <= FAILURES) {
            throw new IllegalStateException("fog");
        }
    }

    public int crossings() {
        return crossed.get();
    }
}
