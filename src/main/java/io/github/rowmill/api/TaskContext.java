package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The attempt that a handler runs in. Any thread may use it while the attempt lasts. */
public interface TaskContext extends TaskSteps {

    /** Returns the task's id. */
    long id();

    /** Returns the type the task was enqueued with, which may be an alias. */
    String type();

    /** Returns the task's queue. */
    String queue();

    /** Returns this attempt's number, from 1. */
    int attempt();

    /** Returns the number of the last attempt that may be made. */
    int maxAttempts();

    /**
     * Returns the task's id as text, for outside systems that can drop repeats. It is equal for all attempts of
     * this task. Tasks of another application's database can have the same id, so send it with your application's
     * name as a prefix. After a failover that loses commits, a new task can have the id of a lost one.
     */
    String idempotencyKey();

    /** Returns a key that differs for each attempt: {@code id:version}. */
    String attemptKey();

    /**
     * Returns the tick of the schedule that enqueued the task. It is equal for all attempts, however late the task
     * runs.
     *
     * @return empty if no schedule enqueued the task
     */
    Optional<Instant> scheduledFor();

    /**
     * Returns whether this attempt should end: the task was cancelled, ran out of time or lost its lease, or the
     * node stops. The handler's thread is interrupted at the same time. A handler that loops without blocking
     * calls this method, and throws an exception if work is left. If it returns instead because the node stops or
     * the time is over, its result counts, and the task is completed.
     */
    boolean isCancelled();

    /**
     * Returns the time left on the lease as this node measures it, never negative. The lease is renewed while the
     * handler runs.
     */
    Duration remainingLease();

    /**
     * Reports how much of the work is done, for users: on the pages, in the API and on the command line. The call
     * costs nothing: the node writes the last report with the next renewal of the lease, every quarter of
     * {@code rowmill.lease}, and at the end of the attempt. So call it as often as you like. A report may be lost
     * if the node dies or the database is away.
     *
     * <p>Example: {@code task.progress(100 * done / all, "page " + page);}
     *
     * @param percent 0 to 100
     * @param note what the handler does, 1 to 200 characters; null for nothing. It is shown to all users who see
     *     the task, and not masked, so it must not contain confidential data
     * @throws IllegalArgumentException an argument is out of range, or cannot be stored
     */
    void progress(int percent, @Nullable String note);

    /** Reports how much of the work is done, as {@link #progress(int, String)} does, without a note. */
    default void progress(int percent) {
        progress(percent, null);
    }
}
