package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What happened, as a CDI event: observe {@code TaskEvent} or one of its cases. Events are fired on the thread that did
 * it, after the database has it; an observer that throws or dawdles harms that thread's work.
 */
public sealed interface TaskEvent {

    /**
     * Tasks of one type were enqueued on this node, and the transaction is committed.
     *
     * @param due whether one may run at once
     * @param duplicates how many made no new task, as another holds their unique key
     * @param ids the new tasks, {@code count} of them, in the order of the enqueue
     * @param claimed whether this node has claimed all of them in the same transaction
     */
    record Enqueued(String queue, String type, int count, int duplicates, boolean due, List<Long> ids, boolean claimed)
            implements TaskEvent {

        /** Tasks that are to be claimed by whoever comes first. */
        public Enqueued(String queue, String type, int count, int duplicates, boolean due, List<Long> ids) {
            this(queue, type, count, duplicates, due, ids, false);
        }

        /** The same, claimed by this node. */
        public Enqueued asClaimed() {
            return new Enqueued(queue, type, count, duplicates, due, ids, true);
        }
    }

    /** A task was refused at enqueue. */
    record Rejected(String queue, String type) implements TaskEvent {}

    /** A claim asked one queue for {@code wanted} tasks and got {@code count}. */
    record Claimed(String queue, int wanted, int count, Duration took) implements TaskEvent {}

    /** A claim, a recovery or another round of {@code loop} failed; the next one comes. */
    record RoundFailed(String loop, Throwable cause) implements TaskEvent {}

    /** A handler is about to run; {@code waited} is the time since {@code run_at}, or since the task was enqueued if that was later. */
    record Started(long id, String queue, String type, int attempt, Duration waited) implements TaskEvent {}

    /**
     * An attempt has ended, and how is on record, or is one of the endings that write nothing.
     *
     * @param dead whether it was the last, and the task is dead
     */
    record Ended(long id, String queue, String type, int attempt, Ending ending, Duration took, boolean dead)
            implements TaskEvent {}

    /** The verdict of an attempt was refused by the fence: the task had been taken over, cancelled or settled. */
    record Stale(long id, String queue, String type, String attemptKey) implements TaskEvent {}

    /** The database refuses the verdict of an attempt, and not those of others: the task is left to its lease, and recovered. */
    record VerdictRefused(long id, String queue, String type, int attempt, Throwable cause) implements TaskEvent {}

    /** A handler did not react to the interrupt of its timeout, or of its node's stop: its attempt is settled, its worker is lost until it ends. */
    record Abandoned(long id, String queue, String type, int attempt) implements TaskEvent {}

    /** A lease had expired, and the task is queued again or dead. */
    record Recovered(long id, String queue, String type, int crashes, TaskStatus status) implements TaskEvent {}

    /** A row was found that cannot be run, whatever handlers there are: it is dead, and its {@code error} says why. */
    record SetAside(long id, String queue, String type, String why) implements TaskEvent {}

    /** A task had not started by its {@code expires_at}: it is dead, and never will. */
    record Expired(long id, String queue, String type) implements TaskEvent {}

    /** A task was cancelled by this node's API. */
    record Cancelled(long id) implements TaskEvent {}

    /** A dead or cancelled task was queued again by this node's API. */
    record Retried(long id, String queue) implements TaskEvent {}

    /** A task that waits was changed by this node's API; {@code queue} is where it is now. */
    record Changed(long id, String queue) implements TaskEvent {}

    /** A task that had ended was deleted by this node's API. */
    record Deleted(long id) implements TaskEvent {}

    /** A job on many tasks was begun by this node's API; {@code action} is {@code cancel}, {@code retry} or {@code delete}. */
    record JobBegun(long id, String action, long total) implements TaskEvent {}

    /** This node did the last part of a job; {@code skipped} tasks were in another state, gone or refused by then. */
    record JobEnded(long id, String action, long done, long skipped) implements TaskEvent {}

    /** Rules of a queue were changed on this node. */
    record RulesChanged(String queue) implements TaskEvent {}

    /** Rules of a queue were declared by this application's configuration, and are no longer: they hold until someone changes or deletes them. */
    record RulesUndeclared(String queue) implements TaskEvent {}

    /** Leases were renewed: {@code held} asked for, {@code lost} of them another's by now. */
    record Renewed(int held, int lost, Duration took) implements TaskEvent {}

    /** Finished tasks were deleted after their retention. */
    record Trimmed(TaskStatus status, int count) implements TaskEvent {}

    /** A schedule's tick has become a task. */
    record Ticked(String schedule, Instant tick, long id) implements TaskEvent {}

    /**
     * A schedule's tick, or several from this one on, become no task.
     *
     * @param missed whether they were missed; false: the last run had not ended
     */
    record TickSkipped(String schedule, Instant tick, boolean missed) implements TaskEvent {}

    /** What was done to a schedule. */
    enum Change {
        /** Its row was made to agree with the code. */
        DECLARED,
        CREATED,
        CHANGED,
        PAUSED,
        RESUMED,
        /** A task of it was enqueued by hand. */
        RUN,
        PINNED,
        UNPINNED,
        DELETED
    }

    /** A schedule was changed by this node, and the transaction is committed. */
    record ScheduleChanged(String schedule, Change change) implements TaskEvent {}

    /** A schedule was found that no task can be made of: it is paused, and its {@code error} says why. */
    record ScheduleSetAside(String schedule, String why) implements TaskEvent {}

    /** This node cannot read a schedule's cron expression or zone: it leaves the schedule to other nodes, as it is. Fired once for each rule. */
    record ScheduleUnreadable(String schedule, String why) implements TaskEvent {}

    /**
     * Somebody did something through the API or the page, and the transaction is committed.
     *
     * @param actor who; the name that access control knows
     * @param action the verb, as {@code cancel} or {@code set rules}
     * @param kind {@code task}, {@code queue} or {@code schedule}
     * @param name which; a task's id
     */
    record Audited(String actor, String action, String kind, String name) implements TaskEvent {}

    /**
     * A node has said nothing for half a minute: it died, hangs, or cannot reach the database. One of the others tells it,
     * once.
     *
     * @param since when it was heard of last
     * @param inHand the tasks it had in hand then; they are recovered when their leases are over
     */
    record NodeLost(String node, Instant since, int inHand) implements TaskEvent {}

    /** A schedule was declared by this application's code, and is no longer: it goes on until someone deletes it. */
    record ScheduleUndeclared(String schedule) implements TaskEvent {}
}
