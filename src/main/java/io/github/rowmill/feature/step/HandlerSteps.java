package io.github.rowmill.feature.step;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.feature.step.StepRecords.Kind;
import io.github.rowmill.feature.step.store.StepRow;
import io.github.rowmill.task.Moments;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The steps of one attempt, as its handler calls them. */
final class HandlerSteps implements TaskSteps {

    private final HeldTask task;
    private final StepRecords records;
    private final StepTransactions transactions;
    private final FlowSteps flows;
    private final AtomicInteger running = new AtomicInteger();

    HandlerSteps(HeldTask task, StepRecords records, StepTransactions transactions, FlowSteps flows) {
        this.task = task;
        this.records = records;
        this.transactions = transactions;
        this.flows = flows;
    }

    @Override
    public <T, E extends Exception> @Nullable T step(String name, Class<T> type, Work<T, E> what) throws E {
        return transactions.outside(name, () -> {
            StepRow known = records.begin(name, Kind.STEP, type);
            return known == null ? first(name, type, what) : records.read(name, known.result(), type);
        });
    }

    private <T, E extends Exception> @Nullable T first(String name, Class<T> type, Work<T, E> what) throws E {
        T value = running(() -> transactions.outside(name, what));
        Optional<StepRow> faster = records.record(name, records.stored(name, value));
        return faster.isPresent() ? records.read(name, faster.get().result(), type) : value;
    }

    @Override
    public <E extends Exception> void step(String name, Action<E> what) throws E {
        this.<Object, E>step(name, Object.class, () -> {
            what.run();
            return null;
        });
    }

    @Override
    public <T, E extends Exception> @Nullable T transaction(String name, Class<T> type, Work<T, E> what) throws E {
        return transactions.outside(name, () -> {
            StepRow known = records.begin(name, Kind.STEP, type);
            return known == null ? commit(name, type, what) : records.read(name, known.result(), type);
        });
    }

    private <T, E extends Exception> @Nullable T commit(String name, Class<T> type, Work<T, E> what) throws E {
        try {
            return transactions.inNew(
                    name,
                    task,
                    () -> running(what),
                    value -> records.recordInTransaction(name, records.stored(name, value)));
        } catch (StepTransactions.Refused e) {
            return records.read(name, records.faster(name).result(), type);
        }
    }

    @Override
    public <E extends Exception> void transaction(String name, Action<E> what) throws E {
        this.<Object, E>transaction(name, Object.class, () -> {
            what.run();
            return null;
        });
    }

    @Override
    public <C, E extends Exception> void loop(String name, C first, Turn<C, E> turn) throws E {
        Objects.requireNonNull(first, "first");
        transactions.<Object, E>outside(name, () -> {
            StepRow known = records.begin(name, Kind.LOOP, first.getClass());
            Position<C> position = known == null ? new Position<>(0, first, false) : position(name, known, first);
            while (!position.isOver()) {
                if (records.isStopped()) {
                    throw records.suspended(name, Duration.ZERO, null);
                }
                position = next(name, position, turn);
            }
            return null;
        });
    }

    /**
     * The position of a loop.
     *
     * @param turns the number of turns that are committed
     * @param cursor the cursor of the next turn
     */
    private record Position<C>(long turns, C cursor, boolean isOver) {}

    @SuppressWarnings("unchecked") // the class of an object of C
    private <C> Position<C> position(String name, StepRow record, C like) {
        C cursor = records.read(name, record.result(), (Class<C>) like.getClass());
        return new Position<>(record.turns(), cursor == null ? like : cursor, record.isDone());
    }

    private <C, E extends Exception> Position<C> next(String name, Position<C> from, Turn<C, E> turn) throws E {
        try {
            return Objects.requireNonNull(
                    transactions.inNew(name, task, () -> taken(name, from, turn), position -> record(name, position)),
                    "the position of the loop");
        } catch (StepTransactions.Refused e) {
            return position(name, records.fasterTurn(name, from.turns()), from.cursor());
        }
    }

    private <C, E extends Exception> Position<C> taken(String name, Position<C> from, Turn<C, E> turn) throws E {
        Optional<C> next = running(() -> turn.from(from.cursor()));
        boolean isLast = next == null || next.isEmpty();
        C cursor = next == null ? from.cursor() : next.orElse(from.cursor());
        if (cursor.getClass() != from.cursor().getClass()) {
            throw new IllegalStateException("loop '%s' returned a cursor of %s after one of %s; return the same class"
                    .formatted(
                            name,
                            cursor.getClass().getName(),
                            from.cursor().getClass().getName()));
        }
        return new Position<>(from.turns() + 1, cursor, isLast);
    }

    private boolean record(String name, @Nullable Position<?> taken) {
        Position<?> position = Objects.requireNonNull(taken, "the position of the loop");
        String cursor = records.stored(name, position.cursor());
        return records.recordTurn(name, position.turns(), cursor, position.isOver());
    }

    @Override
    public <T> Optional<T> recorded(String name, Class<T> type) {
        return find(name).map(row -> records.read(name, row.result(), type));
    }

    @Override
    public boolean isRecorded(String name) {
        return find(name).isPresent();
    }

    private Optional<StepRow> find(String name) {
        return Objects.requireNonNull(transactions.outside(name, () -> records.find(name)), "the record");
    }

    @Override
    public void sleep(String name, Duration time) {
        checkTime("time", time);
        refuseInTransaction(name);
        StepRow known = records.begin(name, Kind.SLEEP);
        if (known == null || !known.isDone()) {
            records.pause(name, null, time);
        }
    }

    @Override
    public <T> Optional<T> awaitSignal(String step, String signal, Class<T> type, Duration most) {
        checkTime("most", most);
        StepRecords.checkName("the name of a signal", signal);
        refuseInTransaction(step);
        StepRow known = records.begin(step, Kind.SIGNAL, type);
        records.expect(signal, type);
        String payload = known != null && known.isDone() ? known.result() : records.pause(step, signal, most);
        return Optional.ofNullable(records.read(step, payload, type));
    }

    @Override
    public EndedFlow awaitFlow(String name, Flow flow) {
        Objects.requireNonNull(flow, "flow");
        refuseInTransaction(name);
        return flows.await(name, flow);
    }

    private static void checkTime(String what, Duration time) {
        if (time.isNegative() || time.compareTo(Moments.CENTURY) > 0) {
            throw new IllegalArgumentException("%s must be PT0S to %s, was %s".formatted(what, Moments.CENTURY, time));
        }
    }

    private void refuseInTransaction(String name) {
        if (running.get() > 0) {
            throw new IllegalStateException(
                    "'%s' sleeps or waits inside of another step, which would be done again; call it between two steps"
                            .formatted(name));
        }
        if (transactions.isInTransaction()) {
            throw new IllegalStateException(
                    records.isTransactional()
                            ? "'%s' sleeps or waits in the transaction of a @Transactional handler, which cannot stay open; remove @Transactional, and write in task.transaction(name, …)"
                                    .formatted(name)
                            : "'%s' sleeps or waits in a transaction, which cannot stay open; commit it before"
                                    .formatted(name));
        }
    }

    /** Runs the work of a step. No other step may sleep meanwhile. */
    private <T, E extends Exception> @Nullable T running(Work<T, E> what) throws E {
        running.incrementAndGet();
        try {
            return what.run();
        } finally {
            running.decrementAndGet();
        }
    }
}
