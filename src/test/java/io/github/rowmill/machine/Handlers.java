package io.github.rowmill.machine;

import io.github.rowmill.api.RowmillException;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.function.Function;

/**
 * Commands of handlers during an attempt, also during one that has lost its lease. Each command has its own value, so
 * that the answer shows which work it came from.
 */
final class Handlers {

    /** The answer if no lease was handed out. */
    private static final String NONE = "none";

    private Handlers() {}

    record Step(int lease, String name) implements Command {

        @Override
        public Object act(Stage stage) {
            return of(
                    stage,
                    lease,
                    task -> stage.service().step(task, name, stage.model().now()));
        }

        @Override
        public Object predict(Model model) {
            return model.hold(lease)
                    .map(hold -> model.steps().step(hold, name, model.now()))
                    .orElse(NONE);
        }
    }

    /** A step in a transaction. With {@link Ending#ROLLBACK} its work writes, and then fails. */
    record Transact(int lease, String name, Ending ending) implements Command {

        @Override
        public Object act(Stage stage) {
            return of(
                    stage,
                    lease,
                    task -> stage.service().transact(task, name, stage.model().now(), ending));
        }

        @Override
        public Object predict(Model model) {
            return model.hold(lease)
                    .map(hold -> model.steps().transact(hold, name, model.now(), ending))
                    .orElse(NONE);
        }
    }

    record Sleep(int lease, String name, int minutes) implements Command {

        @Override
        public Object act(Stage stage) {
            return of(stage, lease, task -> stage.service().sleep(task, name, Duration.ofMinutes(minutes)));
        }

        @Override
        public Object predict(Model model) {
            return model.hold(lease)
                    .map(hold -> model.steps().sleep(hold, name, minutes, model.now()))
                    .orElse(NONE);
        }
    }

    /** A wait for a signal, at most {@code minutes}. */
    record Await(int lease, String name, String signal, int minutes) implements Command {

        @Override
        public Object act(Stage stage) {
            return of(stage, lease, task -> stage.service().await(task, name, signal, Duration.ofMinutes(minutes)));
        }

        @Override
        public Object predict(Model model) {
            return model.hold(lease)
                    .map(hold -> model.steps().await(hold, name, signal, minutes, model.now()))
                    .orElse(NONE);
        }
    }

    private static Object of(Stage stage, int lease, Function<Claimed, Object> work) {
        try {
            return stage.model()
                    .hold(lease)
                    .map(stage.names()::claimed)
                    .map(work)
                    .orElse(NONE);
        } catch (RowmillException e) {
            return stage.refused(e);
        }
    }
}
