package io.github.rowmill.operate.admin.step;

import io.github.rowmill.feature.step.StepClasses;
import io.github.rowmill.feature.step.store.StepReader;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.mask.Masks;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps and signals of a task, for callers who see the task. Values need the permission that payloads need. They
 * are masked by the class that the handler names, or the classes that it declares. A value of an unknown class is
 * not shown.
 */
@Singleton
public class StepViews {

    /** Most steps, and most signals, that are shown. */
    private static final int MAX = 100;

    /** Largest value in bytes that is shown. */
    private static final int MAX_BYTES = 4_000;

    private final StepReader reader;
    private final StepClasses classes;
    private final Masks masks;

    StepViews(StepReader reader, StepClasses classes, Masks masks) {
        this.reader = reader;
        this.classes = classes;
        this.masks = masks;
    }

    /**
     * A value as the caller may see it.
     *
     * @param json the value without sensitive values; null if it is not shown
     * @param reason why the value is not shown; empty if it is, or if there is none
     */
    public record Value(@Nullable String json, String reason) {

        private static final Value NONE = new Value(null, "");
    }

    /**
     * A step, sleep or wait. The other parameters are those of {@link StepReader.Step}.
     *
     * @param isReceived whether it is a wait that has received a signal
     */
    public record StepView(
            String name,
            String kind,
            Instant begun,
            @Nullable Instant until,
            @Nullable Instant done,
            long turns,
            @Nullable Long flow,
            boolean isReceived,
            Value value) {}

    /** A signal that no wait has taken. */
    public record SignalView(String name, Instant sent, Value payload) {}

    /**
     * The steps and signals of a task.
     *
     * @param steps the steps, the first one first
     * @param isCut whether there are earlier steps
     * @param signals the signals that no wait has taken, the first one first
     */
    public record View(List<StepView> steps, boolean isCut, List<SignalView> signals) {}

    /** Returns the steps and signals of a task that the caller may see. */
    public View of(TaskView task) {
        StepReader.Shown shown = reader.find(task.task().getId(), MAX + 1, MAX_BYTES);
        List<StepReader.Step> latest = shown.steps();
        int size = Math.min(MAX, latest.size());
        List<StepView> steps = new ArrayList<>();
        for (int i = size - 1; i >= 0; i--) {
            steps.add(view(task, latest.get(i)));
        }
        return new View(
                steps,
                latest.size() > MAX,
                shown.signals().stream()
                        .limit(MAX)
                        .map(signal -> view(task, signal))
                        .toList());
    }

    private StepView view(TaskView task, StepReader.Step step) {
        List<Class<?>> known = classes.ofStep(task.task().getType(), step.name());
        boolean isNone = step.result() == null && !step.isLarge();
        return new StepView(
                step.name(),
                step.kind(),
                step.begun(),
                step.until(),
                step.done(),
                step.turns(),
                step.flow(),
                step.kind().equals("signal") && !isNone,
                isNone ? Value.NONE : value(task, known, step.result()));
    }

    private SignalView view(TaskView task, StepReader.Signal signal) {
        List<Class<?>> known = classes.ofSignal(task.task().getType(), signal.name());
        return new SignalView(signal.name(), signal.sent(), value(task, known, signal.payload()));
    }

    private Value value(TaskView task, List<Class<?>> known, @Nullable String stored) {
        if (!task.withPayload()) {
            return new Value(null, "needs view-payload");
        }
        if (stored == null) {
            return new Value(null, "more than %s bytes".formatted(MAX_BYTES));
        }
        if (known.isEmpty()) {
            return new Value(null, "its class is not known on this node");
        }
        String masked = masks.maskedStep(task.task().getType(), known, stored);
        return new Value(masked, masked == null ? "masked" : "");
    }
}
