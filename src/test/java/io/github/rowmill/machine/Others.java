package io.github.rowmill.machine;

import io.github.rowmill.api.RowmillException;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The other commands: those of admins and of the loops that clean up, and the passing of time. */
final class Others {

    /** The answer of a verb that returns nothing. */
    static final String DONE = "done";

    /** More minutes than a lease or the retention has. */
    private static final int HOUR = 60;

    private Others() {}

    record Cancel(int task) implements Command {

        @Override
        public Object act(Stage stage) {
            return refusal(stage, task, stage.service()::cancel);
        }

        @Override
        public Object predict(Model model) {
            return model.task(task).<Object>flatMap(model::cancel).orElse(DONE);
        }
    }

    record Retry(int task) implements Command {

        @Override
        public Object act(Stage stage) {
            return refusal(stage, task, stage.service()::retry);
        }

        @Override
        public Object predict(Model model) {
            return model.task(task).<Object>flatMap(model::retry).orElse(DONE);
        }
    }

    record Recover(int limit) implements Command {

        @Override
        public Object act(Stage stage) {
            Map<Integer, TaskStatus> recovered = new HashMap<>();
            stage.service()
                    .recover(limit)
                    .forEach((id, status) -> recovered.put(stage.names().number(id), status));
            return recovered;
        }

        @Override
        public Object predict(Model model) {
            return model.recover(limit);
        }
    }

    record Trim(TaskStatus status) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.service().trim(status);
        }

        @Override
        public Object predict(Model model) {
            return model.trim(status);
        }
    }

    /** Deletes the steps and signals of tasks that are gone. */
    record TrimSteps() implements Command {

        @Override
        public Object act(Stage stage) {
            return (int) stage.service().trimSteps();
        }

        @Override
        public Object predict(Model model) {
            return model.steps().trim();
        }
    }

    /** Lets an hour pass for the task of a lease. If the lease is still held, it runs out. */
    record Expire(int lease) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.lease(lease)
                    .flatMap(one -> pass(stage, one.id(), HOUR))
                    .orElse(DONE);
        }

        @Override
        public Object predict(Model model) {
            return model.hold(lease)
                    .flatMap(one -> pass(model, one.task(), HOUR))
                    .orElse(DONE);
        }
    }

    /** Lets hours pass for one task. */
    record Pass(int task, int hours) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.id(task).flatMap(id -> pass(stage, id, hours * HOUR)).orElse(DONE);
        }

        @Override
        public Object predict(Model model) {
            return model.task(task)
                    .flatMap(number -> pass(model, number, hours * HOUR))
                    .orElse(DONE);
        }
    }

    /** Loses the claim of a task with the primary. Another node claims the task on the new primary. */
    record FailOver(int task) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.id(task).map(stage.service()::failOver).orElse(false);
        }

        @Override
        public Object predict(Model model) {
            return model.task(task).map(model::failOver).orElse(false);
        }
    }

    /** Looks a task up by its id. */
    record Find(int task) implements Command {

        @Override
        public Object act(Stage stage) {
            try {
                return stage.id(task)
                        .<Object>map(id -> seen(stage.service().task(id)))
                        .orElse(DONE);
            } catch (RowmillException e) {
                return stage.refused(e);
            }
        }

        private static String seen(Task task) {
            return "%s %d %d".formatted(task.getStatus(), task.getVersion(), task.getAttempts());
        }

        @Override
        public Object predict(Model model) {
            return model.task(task)
                    .<Object>map(number -> seen(model.find(number)))
                    .orElse(DONE);
        }

        private static Object seen(ModelTask task) {
            return task == null ? Refused.notFound() : "%s %d %d".formatted(task.status, task.version, task.attempts);
        }
    }

    static Object refusal(Stage stage, int back, Consumer<Long> verb) {
        try {
            stage.id(back).ifPresent(verb);
            return DONE;
        } catch (RowmillException e) {
            return stage.refused(e);
        }
    }

    /** Lets time pass. Returns the refusal, or empty if the time passed. */
    private static Optional<Object> pass(Stage stage, long id, int minutes) {
        try {
            stage.service().pass(id, Duration.ofMinutes(minutes));
            return Optional.empty();
        } catch (RowmillException e) {
            return Optional.of(stage.refused(e));
        }
    }

    private static Optional<Object> pass(Model model, int number, int minutes) {
        return model.pass(number, minutes) ? Optional.empty() : Optional.of(Refused.notFound());
    }
}
