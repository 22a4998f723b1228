package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.execute.thread.LentThread;
import io.github.rowmill.engine.execute.thread.RequestScope;
import io.github.rowmill.engine.hold.Bundle;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.settle.Settler;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs several tasks of a type together: in one call, or one after the other in one transaction. If one of them
 * fails, all are rolled back and run again, in smaller bundles. An attempt is used up only by a task that runs alone.
 */
@Singleton
class BundleRunner {

    private final PayloadCodec codec;
    private final ResultCodec results;
    private final HandlerTransaction transaction;
    private final Settler settler;
    private final TaskEvents events;
    private final AttemptInterceptor interceptor;
    private final AttemptSteps steps;

    BundleRunner(
            PayloadCodec codec,
            ResultCodec results,
            HandlerTransaction transaction,
            Settler settler,
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

    /**
     * Runs the handlers on this thread, and settles the attempts that have ended. The bundle records which of the
     * others must run again.
     *
     * @throws VirtualMachineError a handler threw it
     */
    void run(Bundle bundle) {
        if (bundle.isOneCall()) {
            callOnce(bundle);
        } else {
            callEach(bundle);
        }
    }

    /** Calls the handler for each task, in one transaction. */
    private void callEach(Bundle bundle) {
        bundle.runsAgain(1);
        try {
            transaction.runTogether(bundle.first(), check -> {
                List<HeldTask> done = new ArrayList<>();
                List<Settlement> settlements = new ArrayList<>();
                for (HeldTask one : bundle.tasks()) {
                    if (begin(one)) {
                        settlements.add(call(one, check, !done.isEmpty()));
                        done.add(one);
                    }
                }
                commit(bundle, done, settlements);
            });
        } catch (Throwable thrown) {
            rolledBack(bundle, thrown);
        }
    }

    /** Reports a failure that counts only for a task that runs alone. */
    private void rolledBack(Bundle bundle, Throwable thrown) {
        HeldTask first = bundle.first();
        events.fire(new TaskEvent.RolledBack(first.queue(), first.type(), bundle.size(), thrown));
        if (thrown instanceof VirtualMachineError error) {
            throw error;
        }
    }

    /** Begins an attempt, or settles it if the task was stopped before. */
    private boolean begin(HeldTask task) {
        if (!task.begin()) {
            settleFor(task, Endings.beforeBegin(task));
            return false;
        }
        if (!task.isAgain()) {
            Claimed claimed = task.task();
            events.fire(new TaskEvent.Started(
                    claimed.id(), claimed.queue(), claimed.type(), claimed.attempt(), task.waited()));
        }
        return true;
    }

    private Settlement call(HeldTask task, HandlerTransaction.Check check, boolean follows) throws Exception {
        if (follows) {
            RequestScope.renew();
        }
        TaskType type = task.taskType();
        LentThread thread = LentThread.to(task.id(), task.type(), task.task().attempt());
        TaskContext context = task.context(steps.of(task));
        AttemptInterceptor.Attempt around = interceptor.of(task.task(), context);
        try {
            around.enter();
            Object payload = codec.read(type, task.type(), task.task().details());
            Returned returned = Returned.of(task, type.handler().call(payload, context), results);
            Ending ending = returned.ending(task);
            around.ended(ending);
            check.refuseUnlessUsable(task);
            task.pause();
            return returned.settlement(task, ending, task.ran());
        } catch (Throwable thrown) {
            around.ended(Endings.ofFailure(task, thrown));
            throw thrown;
        } finally {
            task.pause();
            around.leave();
            thread.takeBack();
        }
    }

    /** Calls the handler once for all tasks. */
    private void callOnce(Bundle bundle) {
        List<BatchItem> items = items(bundle);
        bundle.runsAgain(items.isEmpty() ? 0 : (items.size() + 1) / 2);
        try {
            if (items.isEmpty()) {
                return;
            }
            if (bundle.first().taskType().isTransactional()) {
                transaction.runTogether(bundle.first(), check -> {
                    List<Settlement> settlements = call(bundle, items);
                    check.refuseUnlessUsable(items.get(0).held());
                    commit(bundle, items.stream().map(BatchItem::held).toList(), settlements);
                });
            } else {
                settle(items, callWithoutTransaction(bundle, items));
                bundle.runsAgain(0);
            }
        } catch (Throwable thrown) {
            if (items.size() > 1) {
                rolledBack(bundle, thrown);
                return;
            }
            settleAlone(items.get(0).held(), thrown);
            bundle.runsAgain(0);
            if (thrown instanceof VirtualMachineError error) {
                throw error;
            }
        }
    }

    /** Begins the tasks, and reads their payloads. A task whose payload cannot be read fails by itself. */
    private List<BatchItem> items(Bundle bundle) {
        List<BatchItem> items = new ArrayList<>();
        for (HeldTask one : bundle.tasks()) {
            if (begin(one)) {
                try {
                    items.add(new BatchItem(one, payload(one), results));
                } catch (RuntimeException e) {
                    one.pause();
                    settleFor(one, Endings.ofFailure(one, e));
                }
            }
        }
        return items;
    }

    private Object payload(HeldTask task) {
        Object payload = codec.read(task.taskType(), task.type(), task.task().details());
        if (payload == null) {
            throw new IllegalStateException("the payload is null");
        }
        return payload;
    }

    private List<Settlement> callWithoutTransaction(Bundle bundle, List<BatchItem> items) throws Exception {
        try {
            List<Settlement> settlements = call(bundle, items);
            transaction.refuseLeftOver(items.get(0).held());
            return settlements;
        } finally {
            transaction.endLeftOver();
        }
    }

    private List<Settlement> call(Bundle bundle, List<BatchItem> items) throws Exception {
        LentThread thread = LentThread.toBatch(bundle.first().type(), items.size());
        try {
            TaskType type = bundle.first().taskType();
            type.handler().call(new BatchItem.Items(items), items.get(0).task());
            Duration each = items.get(0).held().ran().dividedBy(items.size());
            return items.stream().map(item -> item.settlement(each)).toList();
        } finally {
            items.forEach(item -> item.held().pause());
            thread.takeBack();
        }
    }

    /** Commits the handlers' writes with all verdicts, unless an attempt was settled in place of its handler. */
    private void commit(Bundle bundle, List<HeldTask> done, List<Settlement> settlements) throws Exception {
        boolean all = bundle.beginCommit();
        for (HeldTask one : done) {
            all &= one.end();
        }
        if (done.isEmpty() || (all && settler.settleWithHandlersWrites(settlements))) {
            bundle.runsAgain(0);
        }
    }

    /** Settles the attempts that were not settled in place of the handler. */
    private void settle(List<BatchItem> items, List<Settlement> settlements) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).held().end()) {
                settler.settle(settlements.get(i));
            }
        }
    }

    /** Settles a failure of the handler, or of the commit after it. */
    private void settleAlone(HeldTask task, Throwable thrown) {
        if (task.end()) {
            settler.settle(TaskRunner.settlement(task, Endings.ofFailure(task, thrown)));
        }
    }

    private void settleFor(HeldTask task, Ending ending) {
        if (task.takeFromHandler()) {
            settler.settle(TaskRunner.settlement(task, ending));
        }
    }
}
