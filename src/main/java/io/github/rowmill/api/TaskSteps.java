package io.github.rowmill.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a handler that its later attempts do not repeat, and pauses that hold no worker. A handler calls them
 * on its {@link TaskContext}.
 *
 * <p>Each step has a name of 1 to 200 characters, and is found by it. So steps may be added, removed and moved
 * while tasks are under way. A step under a new name runs again. In a loop, each turn needs a name of its own. A
 * sleep and a wait for a signal are steps too. The handler itself is called again from its start in each attempt
 * and after each pause, so all that it does outside of steps is repeated.
 *
 * <p>The records of a task are deleted with it. A retry of a dead task goes on after its recorded steps. They are
 * kept as JSON, encrypted if the payload of the task is, and have at most {@code rowmill.result.max-size} each.
 * The first step of an attempt reads the records of earlier attempts by one statement. A handler without steps
 * costs nothing.
 *
 * <p>Any thread may call these methods while the attempt lasts. Each waits for the database. All of them throw:
 *
 * <ul>
 *   <li>{@link LeaseLostException}: another attempt holds the task, or it was cancelled. Nothing is recorded.
 *   <li>{@link IllegalStateException}: this attempt has used the name before; or an earlier attempt has used it
 *       for another kind of step; or the handler is that of a batch.
 *   <li>{@link IllegalArgumentException}: the name is empty, longer than 200 characters, or cannot be stored.
 *   <li>{@link TaskSuspended}: this attempt has given its worker back before.
 * </ul>
 */
public interface TaskSteps {

    /** The work of a step that returns a value, or null. */
    @FunctionalInterface
    interface Work<T, E extends Exception> {

        /** Does the work. */
        @Nullable
        T run() throws E;
    }

    /** The work of a step that returns nothing. */
    @FunctionalInterface
    interface Action<E extends Exception> {

        /** Does the work. */
        void run() throws E;
    }

    /** The work of one turn of a loop. */
    @FunctionalInterface
    interface Turn<C, E extends Exception> {

        /**
         * Does the work from a cursor on. Returns the cursor of the next turn, or empty if this was the last one.
         */
        Optional<C> from(C cursor) throws E;
    }

    /**
     * Does the work, unless an earlier attempt has recorded that it did. Returns the value of that attempt then.
     *
     * <p>The step is recorded after the work has returned, in a transaction of its own, with one round trip. If
     * the node dies between the two, the next attempt does the work again. So the work is done at least once, and
     * recorded once. If the work throws, nothing is recorded. The transaction of the handler is suspended
     * meanwhile, so the work commits by itself, and a rollback of the handler does not undo it.
     *
     * <p>Example: {@code Receipt receipt = task.step("charge", Receipt.class, () -> bank.charge(order,
     * task.idempotencyKey()));}
     *
     * @param type the class of the value
     * @return the value; null if the work returned null
     * @throws ResultTooLargeException the value is too large to be recorded. The task is dead, unless the handler
     *     catches this
     * @throws InvalidResultException the value cannot be stored as JSON, or the recorded one does not fit the
     *     class. The task is dead, unless the handler catches this
     * @throws E what the work throws
     */
    <T, E extends Exception> @Nullable T step(String name, Class<T> type, Work<T, E> what) throws E;

    /** Does the work of a step as {@link #step(String, Class, Work)} does. Records no value. */
    <E extends Exception> void step(String name, Action<E> what) throws E;

    /**
     * Does the work in a transaction of its own, unless an earlier attempt has committed it. Returns the value of
     * that attempt then.
     *
     * <p>The record commits together with all that the work writes to the default datasource. So these writes
     * happen exactly once, also if two attempts do the work at once: the later one is rolled back, and takes the
     * record. The transaction lasts as long as the timeout of the task. If the work throws, everything is rolled
     * back, also for a checked exception. The transaction of the handler is suspended meanwhile.
     *
     * @param type the class of the value
     * @return the value; null if the work returned null
     * @throws IllegalStateException the transaction was marked for rollback, or its commit failed; or as above.
     *     If the answer to the commit was lost, the next attempt finds the record if there is one
     * @throws ResultTooLargeException as {@link #step(String, Class, Work)} throws it; everything is rolled back
     * @throws InvalidResultException as {@link #step(String, Class, Work)} throws it; everything is rolled back
     * @throws E what the work throws
     */
    <T, E extends Exception> @Nullable T transaction(String name, Class<T> type, Work<T, E> what) throws E;

    /** Does the work in a transaction as {@link #transaction(String, Class, Work)} does. Records no value. */
    <E extends Exception> void transaction(String name, Action<E> what) throws E;

    /**
     * Calls {@code turn} with a cursor again and again, until it returns empty. Each turn is a transaction, which
     * also records the cursor of the next turn. So an attempt goes on where the last committed turn ended, and
     * the writes of each turn happen exactly once.
     *
     * <p>If the attempt must end, because the node stops for example, the loop ends it between two turns, as
     * {@link TaskSuspended} does. The timeout of the task is that of the attempt, not of a turn.
     *
     * <p>Example: {@code task.loop("import", 0L, last -> rows.after(last, 1_000));}
     *
     * @param first cursor of the first turn of all attempts. The other cursors must be of the same class
     * @throws IllegalStateException a cursor is of another class; or as {@link #transaction(String, Class, Work)}
     *     throws it
     * @throws ResultTooLargeException as {@link #step(String, Class, Work)} throws it; the turn is rolled back
     * @throws InvalidResultException as {@link #step(String, Class, Work)} throws it; the turn is rolled back
     * @throws E what the turn throws
     */
    <C, E extends Exception> void loop(String name, C first, Turn<C, E> turn) throws E;

    /**
     * Returns the value that a step of this name has recorded, the last cursor of a loop that is over, or the
     * payload of a signal. It does not use up the name. So a new version of a handler can find out what the old
     * one has done.
     *
     * @return empty if there is no record, or a record without a value
     * @throws InvalidResultException the value does not fit the class
     */
    <T> Optional<T> recorded(String name, Class<T> type);

    /** Returns whether a step, loop, sleep or wait of this name is over. It does not use up the name. */
    boolean isRecorded(String name);

    /**
     * Gives the worker back for this time. The time begins with the first call of this name, in whatever attempt.
     * As soon as it has passed, the handler is called again, and this method returns. No attempt is used up.
     *
     * <p>The method ends the attempt by a {@link TaskSuspended}, an {@link Error} that a handler must not catch.
     * A task that is made due earlier sleeps on. A sleeping task of an ordered key holds the turn of its key.
     *
     * @param time 0 to 36,500 days
     * @throws IllegalStateException there is a transaction, which cannot stay open meanwhile: remove
     *     {@code @Transactional} from the handler, and write in {@link #transaction(String, Action)}; or the call
     *     is inside of another step; or as above
     * @throws IllegalArgumentException the time is out of range
     */
    void sleep(String name, Duration time);

    /**
     * Waits for a signal, and gives the worker back meanwhile. Signals that were sent before the wait count: each
     * wait takes the oldest one of the name that no wait has taken. If none comes in time, the wait is over
     * without one. The worker, the attempts and the transaction are those of {@link #sleep}.
     *
     * <p>Example: {@code task.awaitSignal("decision", Decision.class,
     * Duration.ofDays(3)).ifPresent(this::apply);}
     *
     * @param name the name of the signal, which is also the name of the step
     * @param most longest wait, 0 to 36,500 days, from the first call of this name on
     * @return the payload of the signal; empty if the time has passed without one
     * @throws InvalidResultException the payload does not fit the class. The task is dead, unless the handler
     *     catches this
     * @throws IllegalStateException as {@link #sleep} throws it
     * @throws IllegalArgumentException the time is out of range
     */
    default <T> Optional<T> awaitSignal(String name, Class<T> type, Duration most) {
        return awaitSignal(name, name, type, most);
    }

    /**
     * Waits for a signal as {@link #awaitSignal(String, Class, Duration)} does, under another name of the step.
     * So a handler can wait for signals of one name several times.
     *
     * @param step the name of the step
     * @param signal the name of the signal, 1 to 200 characters
     */
    <T> Optional<T> awaitSignal(String step, String signal, Class<T> type, Duration most);

    /**
     * Enqueues a flow and waits for its end, and gives the worker back meanwhile. The flow is enqueued once over
     * all attempts: its tasks and the record of the step commit together. Later attempts ignore their
     * {@code flow}. The worker, the attempts and the transaction are those of {@link #sleep}.
     *
     * <p>A part that is held by a failure ({@link Flow.Failure#HOLD}) keeps this task waiting, until a user
     * retries the flow, lets the part go or cancels the flow. With {@link Flow.Failure#CANCEL}, the flow ends and
     * fails. A cancel of this task does not cancel the flow.
     *
     * <p>Example: {@code EndedFlow album = task.awaitFlow("album", Flow.chain("album", thumbs, zip));}
     *
     * @return the flow with the results of its tasks
     * @throws FlowFailedException the flow was cancelled, or has ended with dead or cancelled tasks. This is not
     *     recorded: if a user retries the flow, the next attempt waits for it again
     * @throws FlowNotFoundException the flow was deleted before this task has read its end
     * @throws InvalidFlowException as {@link Flows#enqueue} throws it
     * @throws InvalidTaskException as {@link Flows#enqueue} throws it
     * @throws IllegalStateException another flow has the unique key of this one, which needs none; or as
     *     {@link #sleep} throws it
     */
    EndedFlow awaitFlow(String name, Flow flow);
}
