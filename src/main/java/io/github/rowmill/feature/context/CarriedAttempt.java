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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An attempt of a task that carries context, is traced, or whose log is recorded. */
final class CarriedAttempt implements AttemptInterceptor.Attempt {

    private final ContextCarriers carriers;
    private final Signatures signatures;
    private final Spans spans;
    private final Recording recording;
    private final Claimed task;
    private final TaskContext attempt;
    private final Consumer<Throwable> failures;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private @Nullable Ending ending;

    /**
     * Creates an attempt.
     *
     * @param failures receives exceptions that application code throws after the end of the attempt
     */
    CarriedAttempt(
            ContextCarriers carriers,
            Signatures signatures,
            Spans spans,
            Recording recording,
            Claimed task,
            TaskContext attempt,
            Consumer<Throwable> failures) {
        this.carriers = carriers;
        this.signatures = signatures;
        this.spans = spans;
        this.recording = recording;
        this.task = task;
        this.attempt = attempt;
        this.failures = failures;
    }

    @Override
    public void enter() throws Exception {
        if (recording.isOn(task.type())) {
            undo.push(recording.begin(task));
        }
        Carried carried = task.carried();
        Map<String, Map<String, String>> context = carried == null ? Map.of() : ContextJson.read(carried.context());
        Spans.Processing span = spans.process(task, context.getOrDefault(ContextJson.TRACE, Map.of()));
        undo.push(() -> span.end(ending));
        if (carried != null) {
            restore(context, signatures.signed(task, carried, context));
        }
    }

    private void restore(Map<String, Map<String, String>> context, Collection<String> signed) throws Exception {
        Set<String> lacking = new HashSet<>(signed);
        for (ContextCarrier carrier : carriers.all()) {
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
                failures.accept(e);
            }
        }
    }
}
