package io.github.rowmill.testing;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.engine.read.TaskRepository;
import io.github.rowmill.engine.store.TaskEnds;
import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads tasks for tests. */
@Singleton
class TaskReader {

    private final TaskRepository tasks;
    private final Payloads payloads;
    private final TaskEnds ends;
    private final ResultCodec results;

    TaskReader(TaskRepository tasks, PayloadCodec codec, PayloadCipher cipher, TaskEnds ends, ResultCodec results) {
        this.ends = ends;
        this.results = results;
        this.tasks = tasks;
        this.payloads = new Payloads(codec.mapper(), cipher);
    }

    Task one(long id) {
        return QuarkusTransaction.requiringNew()
                .call(() -> tasks.findByIdOptional(id).orElseThrow(() -> new TaskNotFoundException(id)));
    }

    <T> @Nullable T result(long id, Class<T> type) {
        End end = ends.read(List.of(id)).stream().findFirst().orElse(null);
        if (end == null || end.status() != TaskStatus.COMPLETED) {
            throw new IllegalStateException("task %s is %s and has no result"
                    .formatted(id, one(id).getStatus().column()));
        }
        return results.read(end.type(), end.result(), type);
    }

    /** Reads all tasks, in the caller's transaction if it has one. */
    TaskList all() {
        return new TaskList(QuarkusTransaction.joiningExisting().call(tasks::allAsTheyAre), payloads);
    }
}
