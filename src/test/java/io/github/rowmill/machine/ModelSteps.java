package io.github.rowmill.machine;

import io.github.rowmill.machine.ModelRecords.Step;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The model of steps, sleeps, waits and signals, without concurrency. */
final class ModelSteps {

    /** The version of a task after its first claim. An attempt that holds it reads no records. */
    private static final long FIRST_CLAIM = 1;

    private final List<ModelTask> tasks;
    private final Names names;

    ModelSteps(List<ModelTask> tasks, Names names) {
        this.tasks = tasks;
        this.names = names;
    }

    /** Does the work, unless its record is read before. So effects may exist without a record. */
    Object step(Hold hold, String name, int value) {
        Optional<Step> known = known(hold, name);
        if (known.isEmpty()) {
            records(hold).addEffect(name);
        }
        return known.isPresent() ? known.get().value() : record(hold, name, value);
    }

    /** Runs a step in a transaction. The effects exist if and only if the record does. */
    Object transact(Hold hold, String name, int value, Ending ending) {
        Optional<Step> known = known(hold, name);
        if (known.isPresent()) {
            return Optional.of(known.get().value());
        }
        if (ending == Ending.ROLLBACK) {
            return Optional.empty();
        }
        if (isHeld(hold) && records(hold).find(name).isEmpty()) {
            records(hold).addEffect(name);
        }
        Object answer = record(hold, name, value);
        return answer instanceof Integer ? Optional.of(answer) : answer;
    }

    /** Records a value. If the step has a record already, that one stays, and is the answer. */
    private Object record(Hold hold, String name, int value) {
        Optional<Step> former = records(hold).find(name);
        if (former.isEmpty() && !isHeld(hold)) {
            return Refused.lost();
        }
        if (former.isEmpty()) {
            records(hold).record(name, value);
        }
        return former.isEmpty() ? value : former.get().value();
    }

    Object sleep(Hold hold, String name, int minutes, int now) {
        return pause(hold, name, null, minutes, now);
    }

    Object await(Hold hold, String name, String signal, int minutes, int now) {
        return pause(hold, name, signal, minutes, now);
    }

    private Object pause(Hold hold, String name, String signal, int minutes, int now) {
        Optional<Step> known = known(hold, name).filter(Step::isDone);
        if (known.isPresent()) {
            return Pause.over(known.get().value());
        }
        if (!isHeld(hold)) {
            return Refused.lost();
        }
        Step step = records(hold).begin(name, signal == null ? "sleep" : "signal", minutes);
        if (step.isDone()) {
            return Pause.over(step.value());
        }
        Integer payload = signal == null ? null : records(hold).take(signal).orElse(null);
        if (payload == null && step.until() > 0) {
            task(hold).suspend(signal, step.until(), now);
            return Pause.SUSPENDED;
        }
        return Pause.over(records(hold).end(name, payload).value());
    }

    private Optional<Step> known(Hold hold, String name) {
        return hold.version() == FIRST_CLAIM ? Optional.empty() : records(hold).find(name);
    }

    private boolean isHeld(Hold hold) {
        return task(hold).isHeldBy(hold);
    }

    private ModelTask task(Hold hold) {
        return tasks.get(hold.task());
    }

    private ModelRecords records(Hold hold) {
        return task(hold).records;
    }

    /** Sends a signal, and marks its task. Returns empty if it was sent. */
    Optional<Refused> signal(int number, String name, int payload, Ending ending, int now) {
        ModelTask task = tasks.get(number);
        if (task.trimmed) {
            return Optional.of(Refused.notFound());
        }
        if (!task.isLive()) {
            return Optional.of(Refused.illegal());
        }
        if (ending == Ending.COMMIT) {
            task.records.send(name, payload);
            task.records.markLast();
            task.mark(List.of(name), now, 0);
        }
        return Optional.empty();
    }

    /** Sends a signal that no node has seen. Returns false if the task has ended. */
    boolean signalBySql(int number, String name, int payload) {
        ModelTask task = tasks.get(number);
        boolean isSent = !task.trimmed && task.isLive();
        if (isSent) {
            task.records.send(name, payload);
        }
        return isSent;
    }

    /** Marks the tasks of all signals that have no mark, in the order of their ids. Returns the number of signals. */
    int sweepSignals(int now) {
        List<ModelTask> late = tasks.stream()
                .filter(task -> task.records.unmarked() > 0)
                .sorted(Comparator.comparingLong(task -> names.id(task.number)))
                .toList();
        int all = late.stream().mapToInt(task -> task.records.unmarked()).sum();
        for (int i = 0; i < late.size(); i++) {
            ModelTask task = late.get(i);
            var signals = task.records.markAll();
            if (!task.trimmed && task.isLive()) {
                task.mark(signals, now, i);
            }
        }
        return all;
    }

    /** Deletes the steps and signals of tasks that are gone. Returns their number. */
    int trim() {
        return tasks.stream()
                .filter(task -> task.trimmed)
                .mapToInt(task -> task.records.clear())
                .sum();
    }
}
