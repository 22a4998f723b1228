package io.github.rowmill.task;

import jakarta.persistence.Column;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.MappedSuperclass;
import java.time.Instant;
import java.util.Objects;
import org.hibernate.annotations.ColumnTransformer;

/** The columns of a {@link Task} that users may change. */
@MappedSuperclass
public abstract class TaskPlan {

    private String queue;

    @Column(columnDefinition = "jsonb")
    @ColumnTransformer(read = "details::text", write = "?::jsonb")
    private String details;

    @Enumerated(EnumType.STRING)
    private TaskStatus status;

    private short priority;

    @Column(name = "run_at")
    private Instant runAt;

    @Column(name = "max_attempts")
    private int maxAttempts;

    @Column(name = "last_updated")
    private Instant lastUpdated;

    /** Constructor for Hibernate. */
    protected TaskPlan() {}

    /** Returns whether the task waits: it neither executes nor has ended. */
    public boolean isWaiting() {
        return status == TaskStatus.QUEUED || status == TaskStatus.WAITING;
    }

    /** Returns whether the task may be retried: it has ended without success. */
    public boolean isRetriable() {
        return status.isRetriable();
    }

    /**
     * Changes the task. A task that waits for its key's turn becomes queued; a later claim checks its turn again. A task
     * of a flow that waits for the start of its part has no key yet, and goes on waiting.
     *
     * @param now the time by the database's clock
     */
    public void change(TaskChange change, Instant now) {
        Integer newPriority = change.priority();
        queue = Objects.requireNonNullElse(change.queue(), queue);
        priority = newPriority == null ? priority : newPriority.shortValue();
        runAt = Objects.requireNonNullElse(change.due(now), runAt);
        maxAttempts = Objects.requireNonNullElse(change.maxAttempts(), maxAttempts);
        details = Objects.requireNonNullElse(change.payload(), details);
        status = isWaiting() && !waitsForPart() ? TaskStatus.QUEUED : status;
        lastUpdated = now;
    }

    /** Returns whether the task waits for the start of its part of a flow. It gets its key when the part starts. */
    public boolean waitsForPart() {
        return status == TaskStatus.WAITING && !hasKey();
    }

    abstract boolean hasKey();

    public String getQueue() {
        return queue;
    }

    /** Returns the payload as JSON text. */
    public String getDetails() {
        return details;
    }

    public TaskStatus getStatus() {
        return status;
    }

    /** Returns the priority; a lower one runs first. */
    public int getPriority() {
        return priority;
    }

    public Instant getRunAt() {
        return Moments.finite(runAt);
    }

    public int getMaxAttempts() {
        return maxAttempts;
    }

    public Instant getLastUpdated() {
        return Moments.finite(lastUpdated);
    }
}
