package io.github.rowmill.machine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The model of the steps of one task, of their effects, and of the signals to the task. */
final class ModelRecords {

    /**
     * A step, a sleep or a wait.
     *
     * @param until in minutes from now; null for a step
     * @param value null if there is none, or if the wait has received no signal
     */
    record Step(String kind, Integer until, Integer value, boolean isDone) {

        private Step after(int minutes) {
            return until == null ? this : new Step(kind, until - minutes, value, isDone);
        }
    }

    private record Signal(String name, int payload, boolean isMarked) {

        private Signal marked() {
            return new Signal(name, payload, true);
        }
    }

    private final Map<String, Step> steps = new TreeMap<>();
    private final Map<String, Integer> effects = new TreeMap<>();
    private final List<Signal> signals = new ArrayList<>();

    Optional<Step> find(String name) {
        return Optional.ofNullable(steps.get(name));
    }

    void record(String name, int value) {
        steps.put(name, new Step("step", null, value, true));
    }

    /** Begins a sleep or a wait, unless an attempt has begun it before. Returns it. */
    Step begin(String name, String kind, int minutes) {
        return steps.computeIfAbsent(name, none -> new Step(kind, minutes, null, false));
    }

    /** Ends a sleep, or a wait. */
    Step end(String name, Integer payload) {
        return steps.computeIfPresent(name, (same, open) -> new Step(open.kind(), open.until(), payload, true));
    }

    void addEffect(String name) {
        effects.merge(name, 1, Integer::sum);
    }

    void send(String name, int payload) {
        signals.add(new Signal(name, payload, false));
    }

    /** Takes the oldest signal of a name. */
    Optional<Integer> take(String name) {
        Iterator<Signal> all = signals.iterator();
        while (all.hasNext()) {
            Signal one = all.next();
            if (one.name().equals(name)) {
                all.remove();
                return Optional.of(one.payload());
            }
        }
        return Optional.empty();
    }

    int unmarked() {
        return (int) signals.stream().filter(one -> !one.isMarked()).count();
    }

    /** Marks all signals. Returns the names of those that had no mark. */
    Set<String> markAll() {
        Set<String> names = signals.stream()
                .filter(one -> !one.isMarked())
                .map(Signal::name)
                .collect(Collectors.toSet());
        signals.replaceAll(Signal::marked);
        return names;
    }

    /** Marks the signal that was sent last. */
    void markLast() {
        int last = signals.size() - 1;
        signals.set(last, signals.get(last).marked());
    }

    void pass(int minutes) {
        steps.replaceAll((name, step) -> step.after(minutes));
    }

    /** Deletes all steps and signals. Returns their number. */
    int clear() {
        int all = steps.size() + signals.size();
        steps.clear();
        signals.clear();
        return all;
    }

    /** Returns the rows of the task, as {@link TableView} reads them. */
    String rows() {
        return "steps %s signals %s effects %s"
                .formatted(
                        list(steps.entrySet().stream().map(ModelRecords::row)),
                        list(signals.stream().map(ModelRecords::row)),
                        list(effects.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue())));
    }

    private static String row(Map.Entry<String, Step> one) {
        Step step = one.getValue();
        return "%s=%s %s %s%s"
                .formatted(
                        one.getKey(),
                        step.kind(),
                        step.value() == null ? "-" : step.value(),
                        step.until() == null ? "-" : step.until(),
                        step.isDone() ? " done" : "");
    }

    private static String row(Signal signal) {
        return "%s=%d%s".formatted(signal.name(), signal.payload(), signal.isMarked() ? " marked" : "");
    }

    private static String list(Stream<String> all) {
        return all.collect(Collectors.joining(",", "[", "]"));
    }
}
