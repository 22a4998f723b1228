package io.github.rowmill.machine;

import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.api.TaskSuspended;
import io.github.rowmill.engine.execute.AttemptSteps;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The real steps of attempts. Each call is like that of a handler that has just begun. */
@Singleton
class Attempts {

    @Inject
    AttemptSteps steps;

    @Inject
    Ticker ticker;

    @Inject
    Effects effects;

    @Inject
    Claimant claimant;

    @Inject
    Verdicts verdicts;

    int step(Claimed task, String name, int value) {
        return steps.of(held(task)).step(name, Integer.class, () -> done(task, name, value));
    }

    Optional<Integer> transact(Claimed task, String name, int value, Ending ending) {
        try {
            return Optional.of(steps.of(held(task)).transaction(name, Integer.class, () -> {
                done(task, name, value);
                if (ending == Ending.ROLLBACK) {
                    throw new WorkFailed();
                }
                return value;
            }));
        } catch (WorkFailed e) {
            return Optional.empty();
        }
    }

    private int done(Claimed task, String name, int value) {
        effects.add(task.id(), name);
        return value;
    }

    private static final class WorkFailed extends RuntimeException {}

    Pause sleep(Claimed task, String name, Duration time) {
        return pause(task, attempt -> {
            attempt.sleep(name, time);
            return Optional.empty();
        });
    }

    Pause await(Claimed task, String name, String signal, Duration most) {
        return pause(task, attempt -> attempt.awaitSignal(name, signal, Integer.class, most));
    }

    /** Sleeps or waits. Writes the verdict too, as the engine does for a suspended handler. */
    private Pause pause(Claimed task, Function<TaskSteps, Optional<Integer>> work) {
        HeldTask held = held(task);
        try {
            return Pause.over(work.apply(steps.of(held)).orElse(null));
        } catch (TaskSuspended e) {
            var how = held.suspended();
            verdicts.writeAll(claimant, List.of(new Verdict.Suspended(task.lease(), how.delay(), how.signal())));
            return Pause.SUSPENDED;
        }
    }

    private HeldTask held(Claimed task) {
        return new HeldTask(task, TestTypes.type(task.type()), ticker, ticker.nanos(), Service.LEASE);
    }
}
