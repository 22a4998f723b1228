package io.github.rowmill.task;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A failed attempt: a row of {@code rowmill_attempt}. A successful one leaves no row. In queries it is {@code RowmillAttempt}. */
@Entity(name = "RowmillAttempt")
@Table(name = "rowmill_attempt")
@IdClass(Attempt.Key.class)
public class Attempt {

    /** An attempt of a task, by its number. */
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

    /** For Hibernate. */
    protected Attempt() {}

    public long getTask() {
        return task;
    }

    /** From 1. */
    public int getNumber() {
        return number;
    }

    /** The node that ran it. */
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

    /** What it has in common with other failures; null: it failed before there were signatures. */
    public @Nullable String getSignature() {
        return signature;
    }
}
