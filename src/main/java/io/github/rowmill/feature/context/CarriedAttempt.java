package io.github.rowmill.feature.context;

import io.github.rowmill.api.ContextCarrier;
import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.execute.AttemptInterceptor;
import io.github.rowmill.task.Carried;
import io.github.rowmill.task.Claimed;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An attempt of a task that carries context, is traced, or whose log is recorded. */
final class CarriedAttempt implements AttemptInterceptor.Attempt {

    private final CarriedContext house;
    private final Claimed task;
    private final TaskContext attempt;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private @Nullable Ending ending;

    CarriedAttempt(CarriedContext house, Claimed task, TaskContext attempt) {
        this.house = house;
        this.task = task;
        this.attempt = attempt;
    }

    @Override
    public void enter() throws Exception {
        if (house.recording().isOn(task.type())) {
            undo.push(house.recording().begin(task));
        }
        Carried carried = task.carried();
        Map<String, Map<String, String>> context = carried == null ? Map.of() : ContextJson.read(carried.context());
        Spans.Processing span = house.spans().process(task, context.getOrDefault(ContextJson.TRACE, Map.of()));
        undo.push(() -> span.end(ending));
        if (carried != null) {
            restore(context, house.signatures().signed(task, carried, context));
        }
    }

    private void restore(Map<String, Map<String, String>> context, Collection<String> signed) throws Exception {
        Set<String> lacking = new HashSet<>(signed);
        for (ContextCarrier carrier : house.carriers().all()) {
            Map<String, String> values = context.get(carrier.name());
            lacking.remove(carrier.name());
            if (values != null && carrier.isSigned() && !signed.contains(carrier.name())) {
                throw Signatures.untrusted(task, "'%s' is not signed".formatted(carrier.name()));
            }
            if (values != null) {
                undo.push(carrier.restore(values, attempt));
            }
        }
        if (!lacking.isEmpty()) {
            throw Signatures.untrusted(
                    task, "it has the signed value %s, and this application has no such carrier".formatted(lacking));
        }
    }

    @Override
    public void ended(Ending how) {
        ending = how;
    }

    /** Undoes the steps of {@link #enter} in reverse order. An exception of one does not prevent the others. */
    @Override
    public void leave() {
        while (!undo.isEmpty()) {
            try {
                undo.pop().run();
            } catch (RuntimeException | Error e) {
                house.failed(e);
            }
        }
    }
}
