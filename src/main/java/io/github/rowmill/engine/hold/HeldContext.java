package io.github.rowmill.engine.hold;

import io.github.rowmill.api.TaskContext;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The attempt of a held task, as its handler sees it. */
final class HeldContext implements TaskContext {

    private final HeldTask held;
    private final Claimed task;

    HeldContext(HeldTask held) {
        this.held = held;
        this.task = held.task();
    }

    @Override
    public long id() {
        return task.id();
    }

    @Override
    public String type() {
        return task.type();
    }

    @Override
    public String queue() {
        return task.queue();
    }

    @Override
    public int attempt() {
        return task.attempt();
    }

    @Override
    public int maxAttempts() {
        return task.maxAttempts();
    }

    @Override
    public String idempotencyKey() {
        return Long.toString(task.id());
    }

    @Override
    public String attemptKey() {
        return task.lease().attemptKey();
    }

    @Override
    public Optional<Instant> scheduledFor() {
        return Optional.ofNullable(task.tick());
    }

    @Override
    public boolean isCancelled() {
        return held.stopped().isPresent();
    }

    @Override
    public Duration remainingLease() {
        return held.remainingLease();
    }
}
