package io.github.rowmill.feature.flow;

import io.github.rowmill.api.EnqueuedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowPassedException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PartResults;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskFlow;
import io.github.rowmill.engine.call.PublicCall;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.feature.flow.store.Finding;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.feature.flow.store.FlowResults;
import io.github.rowmill.feature.flow.store.FlowRows;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The flows API for applications. A refused call does not mark the caller's transaction for rollback, because nothing
 * was written.
 */
@Singleton
@PublicCall
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalFlows implements Flows {

    private final FlowEnqueue enqueue;
    private final FlowAdditions additions;
    private final FlowRows rows;
    private final FlowReader reader;
    private final FlowResults results;
    private final TaskFlows ofTasks;
    private final AfterCommit afterCommit;

    TransactionalFlows(
            FlowEnqueue enqueue,
            FlowAdditions additions,
            FlowRows rows,
            FlowReader reader,
            FlowResults results,
            TaskFlows ofTasks,
            AfterCommit afterCommit) {
        this.enqueue = enqueue;
        this.additions = additions;
        this.rows = rows;
        this.reader = reader;
        this.results = results;
        this.ofTasks = ofTasks;
        this.afterCommit = afterCommit;
    }

    @Override
    public EnqueuedFlow enqueue(Flow flow) {
        return enqueue.enqueue(flow);
    }

    @Override
    public List<Long> add(long id, String part, Collection<NewTask> tasks) {
        return additions.add(id, part, tasks, null);
    }

    @Override
    public TaskFlow of(TaskContext task) {
        return ofTasks.of(task);
    }

    @Override
    public PartResults results(long id) {
        return new FlowOutput(id, results);
    }

    @Override
    public Optional<FlowView> find(long id) {
        return reader.find(id);
    }

    @Override
    public void cancel(long id) {
        FlowRows.Locked flow = lock(id);
        if (flow.isOver()) {
            throw new FlowPassedException(id, "it has ended, so it cannot be cancelled");
        }
        rows.cancel(id);
        announce(id, rows.look(id));
    }

    @Override
    public long retry(long id) {
        FlowRows.Locked flow = lock(id);
        if (flow.isOver() && flow.uniqueKey() != null) {
            rows.holder(flow.name(), flow.uniqueKey()).ifPresent(holder -> {
                throw new FlowPassedException(
                        id, "flow %s has its unique key now; cancel that first".formatted(holder));
            });
        }
        List<Finding> found = rows.retry(id);
        announce(id, found);
        return found.stream()
                .filter(one -> one.what() == Finding.What.RETRIED)
                .mapToLong(one -> Long.parseLong(one.nameOrEmpty()))
                .sum();
    }

    @Override
    public void letGo(long id, String part) {
        lock(id);
        List<Finding> found = Storable.isUnstorable(part) ? List.of() : rows.letGo(id, part);
        Optional<String> refusal = found.stream()
                .filter(one -> one.what() == Finding.What.REFUSED)
                .map(Finding::nameOrEmpty)
                .findFirst();
        if (found.isEmpty() || refusal.filter("none"::equals).isPresent()) {
            throw new FlowPassedException(id, "it has no such part");
        }
        if (refusal.isPresent()) {
            throw new FlowPassedException(
                    id, "part '%s' is not held by a failure, it is %s".formatted(part, refusal.get()));
        }
        announce(id, found);
    }

    private FlowRows.Locked lock(long id) {
        return rows.lock(id).orElseThrow(() -> new FlowNotFoundException(id));
    }

    private void announce(long id, List<Finding> found) {
        afterCommit.fire(FlowEvents.of(found));
        afterCommit.fire(List.of(new TaskEvent.FlowChanged(id)));
    }
}
