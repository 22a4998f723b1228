package io.github.rowmill.testing;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.engine.read.TaskRepository;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.task.Task;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;

/** Reads tasks for tests. */
@Singleton
class TaskReader {

    private final TaskRepository tasks;
    private final Payloads payloads;

    TaskReader(TaskRepository tasks, PayloadCodec codec, PayloadCipher cipher) {
        this.tasks = tasks;
        this.payloads = new Payloads(codec.mapper(), cipher);
    }

    Task one(long id) {
        return QuarkusTransaction.requiringNew()
                .call(() -> tasks.findByIdOptional(id).orElseThrow(() -> new TaskNotFoundException(id)));
    }

    /** Reads all tasks, in the caller's transaction if it has one. */
    TaskList all() {
        return new TaskList(QuarkusTransaction.joiningExisting().call(tasks::allAsTheyAre), payloads);
    }
}
