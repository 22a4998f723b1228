package io.github.rowmill.feature.flow;

import io.github.rowmill.api.EnqueuedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.engine.enqueue.MemberEnqueue;
import io.github.rowmill.engine.enqueue.Rows;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.flow.store.FlowRows;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Enqueues flows in the caller's transaction: four statements for a small one, and two more for each thousand tasks. */
@Singleton
class FlowEnqueue {

    /** Largest number of tries. The flow with the same unique key may end between the insert and the read. */
    private static final int MAX_TRIES = 10;

    private final Rows rows;
    private final MemberEnqueue members;
    private final FlowRows flows;
    private final AfterCommit afterCommit;

    FlowEnqueue(Rows rows, MemberEnqueue members, FlowRows flows, AfterCommit afterCommit) {
        this.rows = rows;
        this.members = members;
        this.flows = flows;
        this.afterCommit = afterCommit;
    }

    EnqueuedFlow enqueue(Flow flow) {
        return enqueue(flow, null);
    }

    /**
     * Enqueues a flow.
     *
     * @param owner the task whose step enqueues it; null for none
     */
    EnqueuedFlow enqueue(Flow flow, @Nullable Long owner) {
        FlowChecks.check(flow);
        List<Flow.Part> parts = flow.parts();
        Layout layout = new Layout(
                parts,
                parts.stream()
                        .map(part -> rows("parts[%s].".formatted(part.number() - 1), part.tasks(), 0))
                        .toList());
        EnqueuedFlow created = create(flow, owner);
        if (created.isNew()) {
            fill(created.id(), layout);
            afterCommit.fire(List.of(new TaskEvent.FlowEnqueued(
                    created.id(), flow.name(), layout.rows().size())));
        }
        return created;
    }

    /**
     * Returns the rows of tasks, which refuse duplicates.
     *
     * @param where the path of the tasks, for messages
     * @param from the number of the first one there
     */
    List<NewRow> rows(String where, Collection<NewTask> tasks, long from) {
        List<NewRow> made = new ArrayList<>(tasks.size());
        for (NewTask task : tasks) {
            try {
                made.add(rows.of(task.refuseDuplicate()));
            } catch (InvalidTaskException e) {
                String nth = where + "tasks[" + (from + made.size()) + "].";
                throw new InvalidTaskException(
                        e.type(), e.violations().stream().map(v -> v.under(nth)).toList());
            }
        }
        return made;
    }

    private EnqueuedFlow create(Flow flow, @Nullable Long owner) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Long> made = flows.create(flow, owner);
            if (made.isPresent()) {
                return new EnqueuedFlow(made.get(), true);
            }
            Optional<Long> holder = flows.holder(flow.name(), flow.uniqueKey());
            if (holder.isPresent()) {
                return new EnqueuedFlow(holder.get(), false);
            }
        }
        throw new IllegalStateException(
                "the unique key of flow '%s' was held at each of %s inserts, but no flow had it when it was looked up"
                        .formatted(flow.name(), MAX_TRIES));
    }

    private void fill(long id, Layout layout) {
        List<Long> ids;
        try {
            ids = members.enqueue(id, layout.rows(), layout.places());
        } catch (RowmillException refusal) {
            flows.delete(id); // the caller's transaction may go on, and nothing of the flow is to stay
            throw refusal;
        }
        flows.insertParts(id, layout.partRows(ids));
        flows.insertTasks(id, layout.taskRows(ids));
        if (layout.hasEmptyParts()) {
            afterCommit.fire(FlowEvents.of(flows.look(id)));
        }
    }
}
