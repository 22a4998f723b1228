package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A CDI event of the engine: observe {@code TaskEvent} or one of its records. An event is fired after the database
 * has the change, on the thread that made it. A slow observer delays the work of that thread. What an observer throws is
 * logged.
 */
public sealed interface TaskEvent {

    /** An event after which a queue may hold due tasks that no claim has seen. */
    sealed interface MayBeDue extends TaskEvent {

        /** Returns the name of the queue. */
        String queue();
    }

    /**
     * Tasks of one type were enqueued on this node, and the transaction is committed.
     *
     * @param due whether one of the tasks may run at once
     * @param duplicates the number of enqueues that made no new task, because another task holds the unique key
     * @param ids the new tasks, {@code count} of them, in the order of the enqueue
     * @param claimed whether this node has claimed all of them in the same transaction
     */
    record Enqueued(String queue, String type, int count, int duplicates, boolean due, List<Long> ids, boolean claimed)
            implements TaskEvent {

        /** Creates the event of tasks that any node may claim. */
        public Enqueued(String queue, String type, int count, int duplicates, boolean due, List<Long> ids) {
            this(queue, type, count, duplicates, due, ids, false);
        }

        /** Returns this event with {@code claimed} set. */
        public Enqueued asClaimed() {
            return new Enqueued(queue, type, count, duplicates, due, ids, true);
        }
    }

    /** A task was refused at enqueue. */
    record Rejected(String queue, String type) implements TaskEvent {}

    /** A claim got {@code count} tasks of one queue. If it got all that it {@code wanted}, more may be due. */
    record Claimed(String queue, int wanted, int count, Duration took) implements TaskEvent {}

    /** A claim, a recovery or another round of {@code loop} failed; the loop goes on with the next round. */
    record RoundFailed(String loop, Throwable cause) implements TaskEvent {}

    /**
     * A handler is about to run. {@code waited} is the time since {@code run_at}, or since the enqueue if that was
     * later.
     */
    record Started(long id, String queue, String type, int attempt, Duration waited) implements TaskEvent {}

    /**
     * An attempt has ended. Its ending is stored, or is one that writes nothing.
     *
     * @param dead whether this was the last attempt, and the task is dead
     */
    record Ended(long id, String queue, String type, int attempt, Ending ending, Duration took, boolean dead)
            implements TaskEvent {}

    /** The fence refused the verdict of an attempt: the task had been taken over, cancelled or settled. */
    record Stale(long id, String queue, String type, String attemptKey) implements TaskEvent {}

    /**
     * Tasks that ran together were rolled back, because one of them failed or could not be settled. They run again, in
     * the same attempt.
     *
     * @param type the type of the first of them
     * @param tasks how many they are
     */
    record RolledBack(String queue, String type, int tasks, Throwable cause) implements TaskEvent {}

    /**
     * The database refuses the verdict of this attempt but accepts others. The task keeps its lease until that
     * ends, and is then recovered.
     */
    record VerdictRefused(long id, String queue, String type, int attempt, Throwable cause) implements TaskEvent {}

    /**
     * A handler did not react to an interrupt, at its timeout or its node's stop. Its attempt is settled; its
     * worker is lost until the handler ends.
     */
    record Abandoned(long id, String queue, String type, int attempt) implements TaskEvent {}

    /** A lease had expired, and the task is queued again or dead. */
    record Recovered(long id, String queue, String type, int crashes, TaskStatus status) implements TaskEvent {}

    /** A row that no handler could run was found. It is dead, and its {@code error} has the reason. */
    record SetAside(long id, String queue, String type, String why) implements TaskEvent {}

    /** Tasks have ended whose end a caller or a flow waits for. Comes beside the event that says how they ended. */
    record WatchedEnded(List<Long> ids) implements TaskEvent {}

    /** A task had not started by its {@code expires_at}: it is dead and never starts. */
    record Expired(long id, String queue, String type) implements TaskEvent {}

    /** This node cancelled a task, for a caller of {@link TaskQueue} or the API, or as part of a job. */
    record Cancelled(long id) implements TaskEvent {}

    /**
     * This node queued a dead or cancelled task again, for a caller of {@link TaskQueue} or the API, or in a job.
     *
     * @param watched whether a caller or a flow waits for the end of the task
     */
    record Retried(long id, String queue, boolean watched) implements MayBeDue {}

    /** This node changed a waiting, dead or cancelled task; {@code queue} is its queue after the change. */
    record Changed(long id, String queue) implements MayBeDue {}

    /** This node deleted a task that had ended, for a caller of the API or as part of a job. */
    record Deleted(long id) implements TaskEvent {}

    /** This node's API began a job on many tasks. Its {@code action} is a word such as {@code cancel}. */
    record JobBegun(long id, String action, long total) implements TaskEvent {}

    /**
     * This node did the last part of a job. {@code skipped} tasks were in another state, deleted or refused when
     * the job reached them.
     */
    record JobEnded(long id, String action, long done, long skipped) implements TaskEvent {}

    /** Rules of a queue were changed on this node. */
    record RulesChanged(String queue) implements MayBeDue {}

    /** This node locked due tasks of a queue for a moment, to mark them. A claim may have passed over them. */
    record MayBePassedOver(String queue) implements MayBeDue {}

    /**
     * Rules of a queue were declared by this application's configuration before, and no longer are. They apply
     * until a user changes or deletes them.
     */
    record RulesUndeclared(String queue) implements TaskEvent {}

    /** Leases were renewed: {@code held} were to be renewed, {@code lost} of them belong to other attempts now. */
    record Renewed(int held, int lost, Duration took) implements TaskEvent {}

    /** Finished tasks were deleted after their retention. */
    record Trimmed(TaskStatus status, int count) implements TaskEvent {}

    /** A schedule's tick has become a task. */
    record Ticked(String schedule, Instant tick, long id) implements TaskEvent {}

    /**
     * A schedule's tick, or several from this one on, made no task.
     *
     * @param missed whether the ticks were missed; false if the last run had not ended
     */
    record TickSkipped(String schedule, Instant tick, boolean missed) implements TaskEvent {}

    /** Change of a schedule. */
    enum Change {
        /** The row was made to agree with the code. */
        DECLARED,
        CREATED,
        CHANGED,
        PAUSED,
        RESUMED,
        /** A user enqueued a task of the schedule. */
        RUN,
        PINNED,
        UNPINNED,
        DELETED
    }

    /** A schedule was changed by this node, and the transaction is committed. */
    record ScheduleChanged(String schedule, Change change) implements TaskEvent {}

    /** No task can be made of this schedule. It is paused, and its {@code error} has the reason. */
    record ScheduleSetAside(String schedule, String why) implements TaskEvent {}

    /**
     * This node cannot read a schedule's cron expression or zone, and leaves the schedule unchanged to other
     * nodes. Fired once for each rule.
     */
    record ScheduleUnreadable(String schedule, String why) implements TaskEvent {}

    /**
     * A user acted through the API or the page, and the transaction is committed.
     *
     * @param actor the user's name in access control
     * @param action the action, such as {@code cancel} or {@code set rules}
     * @param kind {@code task}, {@code queue} or {@code schedule}
     * @param name the name of the object, or a task's id
     */
    record Audited(String actor, String action, String kind, String name) implements TaskEvent {}

    /**
     * A node has written no heartbeat for half a minute: it died, hangs, or cannot reach the database. Another
     * node reports it, once.
     *
     * @param since the time of its last heartbeat
     * @param inHand the number of tasks it held then; they are recovered when their leases expire
     */
    record NodeLost(String node, Instant since, int inHand) implements TaskEvent {}

    /** This application's code does not declare a schedule any more. It goes on until a user deletes it. */
    record ScheduleUndeclared(String schedule) implements TaskEvent {}

    /**
     * A message was published on this node, and the transaction is committed.
     *
     * @param subscribers the number of tasks that were enqueued or met their unique key
     */
    record Published(String topic, int subscribers) implements TaskEvent {}

    /** A subscriber of a topic was added, declared, changed or deleted on this node. */
    record SubscriptionChanged(String topic, String type, Change change) implements TaskEvent {}

    /**
     * A subscriber was declared by this application's code before, and no longer is. It stays until a user deletes
     * it, or until no node has had a handler for its type for an hour.
     */
    record SubscriptionUndeclared(String topic, String type) implements TaskEvent {}

    /** A flow was enqueued on this node, and the transaction is committed. */
    record FlowEnqueued(long flow, String name, int tasks) implements TaskEvent {}

    /** This node queued tasks of a part of a flow in this queue, because its part may start. */
    record PartStarted(long flow, String queue) implements MayBeDue {}

    /** A part of a flow waits, because a task before it has failed. It waits until a user acts. */
    record FlowHeld(long flow, String part) implements TaskEvent {}

    /** All tasks of a flow have ended. */
    record FlowEnded(long flow) implements TaskEvent {}

    /** This node cancelled or retried a flow, or started a part that was held, for a caller of {@link Flows}. */
    record FlowChanged(long flow) implements TaskEvent {}

    /** This node sent a signal to a task, and the transaction is committed. */
    record SignalSent(long id, String name, long signal) implements TaskEvent {}

    /** Tasks of a queue are due, because signals have come that they wait for. */
    record Signalled(String queue) implements MayBeDue {}

    /**
     * This node looked at what waits for tasks that have ended.
     *
     * @param tasks the number of tasks
     * @param swept whether no node had looked at them when they ended
     */
    record Looked(int tasks, boolean swept) implements TaskEvent {}
}
