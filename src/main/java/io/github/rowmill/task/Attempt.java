package io.github.rowmill.task;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A failed attempt: a row of {@code rowmill_attempt}. A successful attempt leaves no row. Its name in queries is
 * {@code RowmillAttempt}.
 */
@Entity(name = "RowmillAttempt")
@Table(name = "rowmill_attempt")
@IdClass(Attempt.Key.class)
public class Attempt {

    /** The id of an attempt: its task and its number. */
    public record Key(long task, int number) {}

    @Id
    private long task;

    @Id
    private int number;

    private String operator;

    private @Nullable Instant started;

    private Instant finished;

    private String error;

    @Column(name = "stack_trace")
    private @Nullable String stackTrace;

    private @Nullable String signature;

    /** Constructor for Hibernate. */
    protected Attempt() {}

    public long getTask() {
        return task;
    }

    /** Returns the attempt's number, from 1. */
    public int getNumber() {
        return number;
    }

    /** Returns the node that ran the attempt. */
    public String getOperator() {
        return operator;
    }

    public @Nullable Instant getStarted() {
        return Moments.finiteOrNull(started);
    }

    public Instant getFinished() {
        return Moments.finite(finished);
    }

    public String getError() {
        return error;
    }

    public @Nullable String getStackTrace() {
        return stackTrace;
    }

    /**
     * Returns the signature that this failure shares with failures of the same cause.
     *
     * @return null if the attempt failed before signatures were introduced
     */
    public @Nullable String getSignature() {
        return signature;
    }
}
