package io.github.rowmill.feature.step;

import static java.util.stream.Collectors.toMap;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.LeaseLostException;
import io.github.rowmill.api.TaskSuspended;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.Stop;
import io.github.rowmill.feature.step.store.StepRow;
import io.github.rowmill.feature.step.store.StepRows;
import io.github.rowmill.feature.step.store.StepRows.Wait;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.Lease;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The records of one task, as an attempt reads and writes them. An attempt reads the records of earlier ones
 * once, and not at all after the first claim of the task.
 */
final class StepRecords {

    private static final int MAX_NAME = 200;

    /** Version of a task after its first claim. Nothing was recorded before. */
    private static final long FIRST_CLAIM = 1;

    /** The kinds of steps, as they are stored. */
    enum Kind {
        STEP("step"),
        LOOP("loop"),
        SLEEP("sleep"),
        SIGNAL("signal"),
        FLOW("flow");

        private final String column;

        Kind(String column) {
            this.column = column;
        }
    }

    private final HeldTask task;
    private final Lease lease;
    private final StepRows rows;
    private final ResultCodec codec;
    private final StepClasses classes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> used = new HashSet<>();
    private @Nullable Map<String, StepRow> former;

    StepRecords(HeldTask task, StepRows rows, ResultCodec codec, StepClasses classes) {
        this.task = task;
        this.lease = task.task().lease();
        this.rows = rows;
        this.codec = codec;
        this.classes = classes;
    }

    /**
     * Begins a step, and returns its record of an earlier attempt. Must be called outside of the transaction of
     * the handler.
     *
     * @param value the class of its value
     * @return null if no attempt has recorded it
     */
    @Nullable
    StepRow begin(String name, Kind kind, Class<?> value) {
        StepRow record = begin(name, kind);
        classes.addStep(task.type(), name, value);
        return record;
    }

    /** Begins a step without a value, as {@link #begin(String, Kind, Class)} does. */
    @Nullable
    StepRow begin(String name, Kind kind) {
        checkName("the name of a step", name);
        refuseIfOver(name);
        StepRow record = use(name);
        if (record != null && !record.kind().equals(kind.column)) {
            throw new IllegalStateException(
                    "step '%s' of task %s is recorded as a %s, and is a %s now; give it another name"
                            .formatted(name, task.id(), record.kind(), kind.column));
        }
        return record;
    }

    private @Nullable StepRow use(String name) {
        lock.lock();
        try {
            if (!used.add(name)) {
                throw new IllegalStateException(
                        "step '%s' is called twice in this attempt of task %s; give each step a name of its own, in a loop one for each turn"
                                .formatted(name, task.id()));
            }
            return former().get(name);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the record of a step that is over. Must be called outside of the transaction of the handler. */
    Optional<StepRow> find(String name) {
        checkName("the name of a step", name);
        refuseIfOver(name);
        lock.lock();
        try {
            Optional<StepRow> record = used.contains(name) // this attempt may have recorded it
                    ? rows.find(task.id(), name)
                    : Optional.ofNullable(former().get(name));
            return record.filter(StepRow::isDone);
        } finally {
            lock.unlock();
        }
    }

    static void checkName(String what, String name) {
        String problem = Storable.refusal(name, MAX_NAME);
        if (problem != null) {
            throw new IllegalArgumentException("%s %s".formatted(what, problem));
        }
    }

    private Map<String, StepRow> former() {
        if (former == null) {
            boolean isFirst = lease.version() == FIRST_CLAIM && !task.isAgain();
            former = isFirst ? Map.of() : rows.all(task.id()).stream().collect(toMap(StepRow::name, row -> row));
        }
        return former;
    }

    /** Refuses to go on if this attempt has given its worker back, or is known to have lost its task. */
    private void refuseIfOver(String name) {
        if (task.suspended() != null) {
            throw new TaskSuspended(task.id(), name);
        }
        Stop why = task.stopped().orElse(null);
        if (why == Stop.LEASE_LOST || why == Stop.CANCELLED) {
            throw lost(name);
        }
    }

    /**
     * Records that a step is done. Must be called outside of the transaction of the handler.
     *
     * @param result the value as it is stored; null for none
     * @return the record of another attempt that was faster; empty if this one has recorded the step
     * @throws LeaseLostException the lease is lost, and no attempt has recorded the step
     */
    Optional<StepRow> record(String name, @Nullable String result) {
        return rows.recordIfHeld(lease, name, result) ? Optional.empty() : Optional.of(faster(name));
    }

    /** Records a step in the current transaction. Returns false if it must be rolled back. */
    boolean recordInTransaction(String name, @Nullable String result) {
        return rows.recordIfHeld(lease, name, result);
    }

    /** Records a turn of a loop in the current transaction. Returns false if it must be rolled back. */
    boolean recordTurn(String name, long turn, @Nullable String cursor, boolean isLast) {
        return rows.recordTurnIfHeld(lease, name, turn, cursor, isLast);
    }

    /**
     * Returns the record of another attempt that was faster.
     *
     * @throws LeaseLostException the lease is lost
     * @throws IllegalStateException the lease is held, so the work has changed its own task
     */
    StepRow faster(String name) {
        return rows.find(task.id(), name).filter(StepRow::isDone).orElseThrow(() -> refused(name));
    }

    private RuntimeException refused(String name) {
        return rows.isHeld(lease)
                ? new IllegalStateException(
                        "step '%s' changed its own task %s, by a cancel for example, and was rolled back; change the task outside of the step"
                                .formatted(name, task.id()))
                : lost(name);
    }

    /**
     * Returns the record of a loop in which another attempt has gone on. Throws as {@link #faster} does.
     *
     * @param turns the number of turns that this attempt knows of
     */
    StepRow fasterTurn(String name, long turns) {
        return rows.find(task.id(), name)
                .filter(row -> row.isDone() || (row.turns() > turns && rows.isHeld(lease)))
                .orElseThrow(() -> refused(name));
    }

    /**
     * Sleeps, or waits for a signal. Must be called outside of the transaction of the handler.
     *
     * @param signal the name of the signal; null for a sleep
     * @return the payload of the signal as it is stored; null if the time has passed without one
     * @throws TaskSuspended the time has not passed
     */
    @Nullable
    String pause(String name, @Nullable String signal, Duration most) {
        Wait wait = rows.wait(lease, name, signal, most);
        return switch (wait.state()) {
            case LOST -> throw lost(name);
            case SLEEPS -> throw suspended(name, wait.remaining(), signal);
            case OVER, RECEIVED -> wait.payload();
        };
    }

    /** Ends the attempt, which is due again after a time. Returns the error to throw. */
    TaskSuspended suspended(String name, Duration delay, @Nullable String signal) {
        task.suspend(new Ending.Suspended(delay, signal));
        return new TaskSuspended(task.id(), name);
    }

    void expect(String signal, Class<?> payload) {
        classes.addSignal(task.type(), signal, payload);
    }

    boolean isStopped() {
        return task.stopped().isPresent();
    }

    /** Returns whether the transaction that the handler runs in is that of its attempt. */
    boolean isTransactional() {
        return task.taskType().isTransactional();
    }

    /** Returns the form in which a value is stored. */
    @Nullable
    String stored(String name, @Nullable Object value) {
        return codec.storedStep(task.taskType(), task.type(), name, value);
    }

    /** Returns a stored value as an object. */
    <T> @Nullable T read(String name, @Nullable String stored, Class<T> type) {
        return codec.readStep(task.type(), name, stored, type);
    }

    LeaseLostException lost(String name) {
        return new LeaseLostException(task.id(), lease.attemptKey(), name);
    }
}
