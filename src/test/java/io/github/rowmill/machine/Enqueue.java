package io.github.rowmill.machine;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.machine.Model.Made;
import java.util.List;

/** Enqueues tasks in one call. */
record Enqueue(List<Spec> specs, Ending ending) implements Command {

    @Override
    public Object act(Stage stage) {
        try {
            List<Enqueued> enqueued =
                    stage.service().enqueue(specs.stream().map(Spec::task).toList(), ending);
            if (ending == Ending.COMMIT) {
                enqueued.stream()
                        .filter(one -> !one.duplicate())
                        .forEach(one -> stage.names().learn(one.id()));
            }
            return enqueued.stream()
                    .map(one -> new Made(stage.names().number(one.id()), one.duplicate()))
                    .toList();
        } catch (RowmillException e) {
            return stage.refused(e);
        }
    }

    @Override
    public Object predict(Model model) {
        return model.enqueue(specs, ending);
    }
}
