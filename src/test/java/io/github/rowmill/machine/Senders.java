package io.github.rowmill.machine;

/** Commands of senders of signals, and of the node that marks tasks. The tasks execute, wait, sleep or have ended. */
final class Senders {

    private Senders() {}

    /** A signal from Java. The node of its sender marks the task. */
    record Signal(int task, String name, Ending ending) implements Command {

        @Override
        public Object act(Stage stage) {
            int payload = stage.model().now();
            return Others.refusal(stage, task, id -> stage.service().signal(id, name, payload, ending));
        }

        @Override
        public Object predict(Model model) {
            return model.task(task)
                    .<Object>flatMap(number -> model.steps().signal(number, name, model.now(), ending, model.now()))
                    .orElse(Others.DONE);
        }
    }

    /** A signal by SQL, or of a node that dies after its commit. No node marks the task until a sweep. */
    record SignalBySql(int task, String name) implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.id(task)
                    .map(id ->
                            stage.service().signalBySql(id, name, stage.model().now()))
                    .orElse(false);
        }

        @Override
        public Object predict(Model model) {
            return model.task(task)
                    .map(number -> model.steps().signalBySql(number, name, model.now()))
                    .orElse(false);
        }
    }

    /** Marks the tasks of all signals that have no mark. */
    record SweepSignals() implements Command {

        @Override
        public Object act(Stage stage) {
            return stage.service().sweepSignals();
        }

        @Override
        public Object predict(Model model) {
            return model.steps().sweepSignals(model.now());
        }
    }
}
