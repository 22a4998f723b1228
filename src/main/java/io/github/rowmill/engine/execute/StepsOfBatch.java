package io.github.rowmill.engine.execute;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.TaskSteps;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps of a task in a batch: there are none, because the tasks of a batch begin and end together. */
enum StepsOfBatch implements TaskSteps {
    NONE;

    private static IllegalStateException refusal(String name) {
        return new IllegalStateException(
                "step '%s' was called by the handler of a batch, which has no steps; handle one task at a time, or enqueue a task for the step"
                        .formatted(name));
    }

    @Override
    public <T, E extends Exception> @Nullable T step(String name, Class<T> type, Work<T, E> what) {
        throw refusal(name);
    }

    @Override
    public <E extends Exception> void step(String name, Action<E> what) {
        throw refusal(name);
    }

    @Override
    public <T, E extends Exception> @Nullable T transaction(String name, Class<T> type, Work<T, E> what) {
        throw refusal(name);
    }

    @Override
    public <E extends Exception> void transaction(String name, Action<E> what) {
        throw refusal(name);
    }

    @Override
    public <C, E extends Exception> void loop(String name, C first, Turn<C, E> turn) {
        throw refusal(name);
    }

    @Override
    public <T> Optional<T> recorded(String name, Class<T> type) {
        throw refusal(name);
    }

    @Override
    public boolean isRecorded(String name) {
        throw refusal(name);
    }

    @Override
    public void sleep(String name, Duration time) {
        throw refusal(name);
    }

    @Override
    public <T> Optional<T> awaitSignal(String step, String signal, Class<T> type, Duration most) {
        throw refusal(step);
    }

    @Override
    public EndedFlow awaitFlow(String name, Flow flow) {
        throw refusal(name);
    }
}
