package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The attempt a handler runs in. It may be used from any thread, while the attempt lasts. */
public interface TaskContext {

    /** The task's id. */
    long id();

    /** The type the task was enqueued with, which may be an alias. */
    String type();

    /** The task's queue. */
    String queue();

    /** This attempt's number, from 1. */
    int attempt();

    /** The number of the last attempt that may be made. */
    int maxAttempts();

    /** The same for every attempt of this task: hand it to outside systems that can drop repeats. */
    String idempotencyKey();

    /** Another one for every attempt: {@code id:version}. */
    String attemptKey();

    /**
     * The tick that the task was enqueued for by a schedule, the same for every attempt and however late it runs; empty:
     * no schedule enqueued it.
     */
    Optional<Instant> scheduledFor();

    /**
     * Whether this attempt should end: the task was cancelled, ran out of time, lost its lease, or the node stops. The
     * handler's thread is interrupted at the same time; a handler that loops without blocking asks here.
     */
    boolean isCancelled();

    /** Time left on the lease as this node measures it; it is renewed while the handler runs. Never negative. */
    Duration remainingLease();
}
