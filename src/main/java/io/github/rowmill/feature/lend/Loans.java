package io.github.rowmill.feature.lend;

import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.LeaseRows;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Claims tasks for remote workers. Rules, order and quarantine hold as for a node. */
@Singleton
class Loans {

    private final DueLoans due;
    private final LeaseRows rows;
    private final LoanWriter writer;
    private final LoanContent content;
    private final RowmillConfig config;
    private final TaskEvents events;

    Loans(
            DueLoans due,
            LeaseRows rows,
            LoanWriter writer,
            LoanContent content,
            RowmillConfig config,
            TaskEvents events) {
        this.due = due;
        this.rows = rows;
        this.writer = writer;
        this.content = content;
        this.config = config;
        this.events = events;
    }

    /** Looks at all queues for due tasks of these types. */
    DueWork look(Set<String> types) {
        return due.look(types);
    }

    /** Looks at some queues for due tasks of these types. Keeps tasks in quarantine of the last look. */
    DueWork look(Set<String> queues, Set<String> types, DueWork last) {
        return due.look(queues, types, last);
    }

    /**
     * Claims tasks, as far as the queues of a look have some. A worker that holds a task in quarantine gets no other
     * task.
     */
    List<Loan> claim(RemoteWorker worker, ClaimRequest request, DueWork found) {
        if (!due.hasAny(worker, request, found)) {
            return List.of();
        }
        LeaseRows.Holding holding = rows.holding(worker.name());
        if (holding.quarantined()) {
            return List.of();
        }
        List<Claimed> tasks = new ArrayList<>();
        boolean isOver = false;
        try {
            due.take(worker, request, found, holding.tasks(), tasks);
            if (!tasks.isEmpty() && isCrowded(worker, tasks)) {
                return List.of();
            }
            List<Loan> loans =
                    tasks.stream().flatMap(task -> loan(worker, task).stream()).toList();
            isOver = true;
            return loans;
        } finally {
            if (!isOver) {
                giveBack(worker, tasks);
            }
        }
    }

    /**
     * Returns whether a call of the same worker at the same moment took tasks too, so that a task in quarantine is
     * not alone. The last one of these calls sees the tasks of all.
     */
    private boolean isCrowded(RemoteWorker worker, List<Claimed> tasks) {
        LeaseRows.Holding after = rows.holding(worker.name());
        return tasks.get(0).isQuarantined() ? after.tasks() > 1 : after.quarantined();
    }

    /** Gives tasks back that the worker has not seen. */
    void giveBack(RemoteWorker worker, List<Claimed> tasks) {
        writer.write(claimant(worker), tasks.stream().map(Settlement::unbegun).toList());
    }

    Claimant claimant(RemoteWorker worker) {
        return DueLoans.claimant(worker, Set.of(), config.lease());
    }

    /** Returns the task for its worker. If this node cannot decrypt its payload or a step, the attempt fails. */
    private Optional<Loan> loan(RemoteWorker worker, Claimed task) {
        try {
            Loan loan = content.of(task);
            events.fire(new TaskEvent.Started(task.id(), task.queue(), task.type(), task.attempt(), task.waited()));
            return Optional.of(loan);
        } catch (EncryptedPayloadException e) {
            Outcome failed = Outcome.retry(e, content.backoff(task));
            writer.write(claimant(worker), List.of(Settlement.of(task, failed, Duration.ZERO)));
            return Optional.empty();
        }
    }
}
