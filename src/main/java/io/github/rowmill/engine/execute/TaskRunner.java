package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.handler.Awaited;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.util.function.Consumer;

/**
 * Runs one attempt: reads the payload, calls the handler, settles the ending. An exception of the handler ends the
 * attempt here; only a {@link VirtualMachineError} is thrown on.
 */
@Singleton
class TaskRunner {

    private final PayloadCodec codec;
    private final ResultCodec results;
    private final HandlerTransaction transaction;
    private final ReportingSettler settler;
    private final TaskEvents events;
    private final AttemptInterceptor interceptor;
    private final AttemptSteps steps;

    TaskRunner(
            PayloadCodec codec,
            ResultCodec results,
            HandlerTransaction transaction,
            ReportingSettler settler,
            TaskEvents events,
            AttemptInterceptor interceptor,
            AttemptSteps steps) {
        this.codec = codec;
        this.results = results;
        this.transaction = transaction;
        this.settler = settler;
        this.events = events;
        this.interceptor = interceptor;
        this.steps = steps;
    }

    /** Calls {@code listener} with each task that is settled. */
    void whenSettled(Consumer<Claimed> listener) {
        settler.whenSettled(listener);
    }

    /**
     * Runs the handler on this thread and settles the attempt, unless it was settled in place of the handler
     * meanwhile.
     *
     * @throws VirtualMachineError the handler threw it; the attempt is settled nevertheless
     */
    void run(HeldTask task) {
        if (!task.begin()) {
            settle(task, Endings.beforeBegin(task));
            return;
        }
        Claimed claimed = task.task();
        if (!task.isAgain()) {
            events.fire(new TaskEvent.Started(
                    claimed.id(), claimed.queue(), claimed.type(), claimed.attempt(), task.waited()));
        }
        TaskContext context = task.context(steps.of(task));
        AttemptInterceptor.Attempt around = interceptor.of(claimed, context);
        try {
            around.enter();
            if (task.taskType().isTransactional()) {
                transaction.run(task, () -> call(task, context, around));
            } else {
                runWithoutTransaction(task, context, around);
            }
        } catch (Throwable thrown) {
            Ending ending = Endings.ofFailure(task, thrown);
            around.ended(ending);
            settle(task, ending);
            if (thrown instanceof VirtualMachineError error) {
                throw error;
            }
        } finally {
            around.leave();
        }
    }

    /**
     * Runs a handler without a transaction of the engine. A transaction that the handler leaves open is ended
     * before the attempt is settled.
     */
    private void runWithoutTransaction(HeldTask task, TaskContext context, AttemptInterceptor.Attempt around)
            throws Exception {
        Returned returned;
        try {
            returned = call(task, context, around);
            transaction.refuseLeftOver(task);
        } finally {
            transaction.endLeftOver();
        }
        Ending ending = returned.ending(task);
        if (task.end()) {
            settler.settle(task, returned.settlement(task, ending, task.ran()));
        }
    }

    private Returned call(HeldTask task, TaskContext context, AttemptInterceptor.Attempt around) throws Exception {
        TaskType type = task.taskType();
        Object payload = codec.read(type, task.type(), task.task().details());
        Object value = Awaited.result(type, type.handler().call(payload, context));
        Returned returned = Returned.of(task, value, results);
        around.ended(returned.ending(task));
        return returned;
    }

    private void settle(HeldTask task, Ending ending) {
        if (task.end()) {
            settler.settle(task, settlement(task, ending));
        }
    }

    static Settlement settlement(HeldTask task, Ending ending) {
        return ending.kind() == Ending.Kind.RELEASED && !task.hasBegun()
                ? Settlement.unbegun(task.task())
                : Settlement.of(task.task(), ending, task.ran());
    }

    /**
     * Settles an attempt in place of its handler.
     *
     * @return false if the handler has ended, or the attempt was settled before
     */
    boolean settleFor(HeldTask task, Ending ending) {
        boolean taken = task.takeFromHandler();
        if (taken) {
            settler.settleNow(settlement(task, ending));
        }
        return taken;
    }

    /** Cuts off the transaction of an abandoned handler. */
    void cutOff(HeldTask task) {
        transaction.cutOff(task);
    }

    /** Settles an attempt that never began. */
    void giveBack(Claimed task) {
        settler.settleNow(Settlement.unbegun(task));
    }
}
