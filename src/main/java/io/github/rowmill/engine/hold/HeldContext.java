package io.github.rowmill.engine.hold;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The attempt of a held task, as its handler sees it. */
final class HeldContext implements TaskContext {

    private final HeldTask held;
    private final Claimed task;
    private final TaskSteps steps;

    HeldContext(HeldTask held, TaskSteps steps) {
        this.held = held;
        this.steps = steps;
        this.task = held.task();
    }

    @Override
    public long id() {
        return task.id();
    }

    @Override
    public String type() {
        return task.type();
    }

    @Override
    public String queue() {
        return task.queue();
    }

    @Override
    public int attempt() {
        return task.attempt();
    }

    @Override
    public int maxAttempts() {
        return task.maxAttempts();
    }

    @Override
    public String idempotencyKey() {
        return Long.toString(task.id());
    }

    @Override
    public String attemptKey() {
        return task.lease().attemptKey();
    }

    @Override
    public Optional<Instant> scheduledFor() {
        return Optional.ofNullable(task.tick());
    }

    @Override
    public boolean isCancelled() {
        return held.stopped().isPresent();
    }

    @Override
    public Duration remainingLease() {
        return held.remainingLease();
    }

    @Override
    public void progress(int percent, @Nullable String note) {
        held.progress().report(new Progress(percent, note));
    }

    @Override
    public <T, E extends Exception> @Nullable T step(String name, Class<T> type, Work<T, E> what) throws E {
        return steps.step(name, type, what);
    }

    @Override
    public <E extends Exception> void step(String name, Action<E> what) throws E {
        steps.step(name, what);
    }

    @Override
    public <T, E extends Exception> @Nullable T transaction(String name, Class<T> type, Work<T, E> what) throws E {
        return steps.transaction(name, type, what);
    }

    @Override
    public <E extends Exception> void transaction(String name, Action<E> what) throws E {
        steps.transaction(name, what);
    }

    @Override
    public <C, E extends Exception> void loop(String name, C first, Turn<C, E> turn) throws E {
        steps.loop(name, first, turn);
    }

    @Override
    public <T> Optional<T> recorded(String name, Class<T> type) {
        return steps.recorded(name, type);
    }

    @Override
    public boolean isRecorded(String name) {
        return steps.isRecorded(name);
    }

    @Override
    public void sleep(String name, Duration time) {
        steps.sleep(name, time);
    }

    @Override
    public <T> Optional<T> awaitSignal(String step, String signal, Class<T> type, Duration most) {
        return steps.awaitSignal(step, signal, type, most);
    }

    @Override
    public EndedFlow awaitFlow(String name, Flow flow) {
        return steps.awaitFlow(name, flow);
    }
}
