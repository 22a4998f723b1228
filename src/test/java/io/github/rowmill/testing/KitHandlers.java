package io.github.rowmill.testing;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Handlers for the tests of the test kit. */
@Singleton
class KitHandlers {

    record Step(String name, int left) {}

    /** Effects outside the database, one line for each call. */
    final Queue<String> outside = new ConcurrentLinkedQueue<>();

    @Inject
    EntityManager entities;

    @Inject
    TaskQueue tasks;

    @Inject
    TransactionManager transactions;

    @Handles("kit-plain")
    void plain(TaskContext task) throws SystemException {
        outside.add("%d %s transaction=%d"
                .formatted(task.attempt(), Thread.currentThread().getName(), transactions.getStatus()));
    }

    @Handles("kit-row")
    @Transactional
    void row(TaskContext task) {
        entities.createNativeQuery("insert into sample_event (task_id, account, name, n) values (?, 'kit', 'row', 1)")
                .setParameter(1, task.id())
                .executeUpdate();
        outside.add("row");
    }

    @Handles("kit-chain")
    @Transactional
    void chain(Step step) {
        outside.add(step.name() + step.left());
        if (step.left() > 0) {
            tasks.enqueue(NewTask.of("kit-chain", new Step(step.name(), step.left() - 1)));
        }
    }

    @Handles("kit-fails")
    void fails() {
        throw new IllegalStateException("as it was told to");
    }

    @Transactional
    void enqueueAndFail() {
        tasks.enqueue(List.of(NewTask.of("kit-plain"), NewTask.of("kit-row")));
        throw new IllegalStateException("rolled back");
    }
}
