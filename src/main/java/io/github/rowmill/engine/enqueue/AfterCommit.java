package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.TaskEvents;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fires events after the current transaction is committed, and never if it is rolled back. This node may claim the
 * enqueued tasks in the same transaction.
 */
@Singleton
public class AfterCommit {

    private final TransactionSynchronizationRegistry transaction;
    private final ClaimAtCommit atCommit;
    private final TaskEvents events;

    AfterCommit(TransactionSynchronizationRegistry transaction, ClaimAtCommit atCommit, TaskEvents events) {
        this.transaction = transaction;
        this.atCommit = atCommit;
        this.events = events;
    }

    /** Registers events with the current transaction. */
    public void fire(List<? extends TaskEvent> what) {
        Commit commit = (Commit) transaction.getResource(this);
        if (commit == null || commit.isOver) {
            commit = new Commit();
            transaction.registerInterposedSynchronization(commit);
            transaction.putResource(this, commit);
        }
        commit.told.addAll(what);
    }

    /** Returns whether the current transaction, which has not ended, has enqueued this task. */
    public boolean hasEnqueued(long id) {
        if (transaction.getTransactionStatus() == Status.STATUS_NO_TRANSACTION) {
            return false;
        }
        Commit commit = (Commit) transaction.getResource(this);
        return commit != null
                && !commit.isOver
                && commit.told.stream()
                        .anyMatch(event -> event instanceof TaskEvent.Enqueued enqueued
                                && enqueued.ids().contains(id));
    }

    /** The commit of one transaction, and the events to fire after it. */
    private final class Commit implements Synchronization {

        private final List<TaskEvent> told = new ArrayList<>();
        private ClaimAtCommit.@Nullable Claim claim;
        private boolean isLast;
        private boolean isOver;

        /**
         * Is called twice. The first call only registers this object again, so that it runs behind the
         * synchronizations of the application, which may enqueue and cancel. The second call claims. Persistence
         * contexts write their remaining changes after it.
         */
        @Override
        public void beforeCompletion() {
            List<TaskEvent.Enqueued> due = told.stream()
                    .filter(TaskEvent.Enqueued.class::isInstance)
                    .map(TaskEvent.Enqueued.class::cast)
                    .filter(enqueued -> enqueued.due() && enqueued.count() > 0)
                    .toList();
            if (isLast) {
                claim = atCommit.claim(due);
            } else if (!due.isEmpty()) {
                isLast = true;
                transaction.registerInterposedSynchronization(this);
            }
        }

        /** Starts the claimed tasks before the events are fired, because callers wait for the tasks. */
        @Override
        public void afterCompletion(int status) {
            if (isOver) {
                return;
            }
            isOver = true;
            boolean committed = status == Status.STATUS_COMMITTED;
            if (claim != null) {
                claim.end(committed);
            }
            if (committed) {
                told.stream().map(this::withClaim).forEach(events::fire);
            }
        }

        private TaskEvent withClaim(TaskEvent one) {
            return claim != null && one instanceof TaskEvent.Enqueued enqueued && claim.hasAll(enqueued.ids())
                    ? enqueued.asClaimed()
                    : one;
        }
    }
}
