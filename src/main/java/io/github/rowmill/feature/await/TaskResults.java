package io.github.rowmill.feature.await;

import io.github.rowmill.api.TaskCancelledException;
import io.github.rowmill.api.TaskFailedException;
import io.github.rowmill.api.TaskGoneException;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.engine.enqueue.Results;
import io.github.rowmill.engine.execute.thread.LentThread;
import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.payload.ResultCodec;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Waits for results, and reads them as objects. */
@Singleton
class TaskResults implements Results {

    private final AwaitedTasks awaited;
    private final ResultCodec codec;
    private final AfterCommit transaction;

    TaskResults(AwaitedTasks awaited, ResultCodec codec, AfterCommit transaction) {
        this.awaited = awaited;
        this.codec = codec;
        this.transaction = transaction;
    }

    @Override
    public <T> CompletionStage<@Nullable T> of(long id, Class<T> type) {
        if (LentThread.isOfHandler()) {
            throw new IllegalStateException(
                    "a handler cannot wait for the result of task %s: it holds a worker that the task may need; enqueue what follows as a task of its own"
                            .formatted(id));
        }
        if (transaction.hasEnqueued(id)) {
            throw new IllegalStateException(
                    "task %s was enqueued by this transaction, so it cannot run before the commit; wait for its result after that"
                            .formatted(id));
        }
        CompletableFuture<Optional<End>> end = awaited.end(id);
        CompletableFuture<@Nullable T> result = end.thenApply(one -> value(one.orElseThrow(() -> stopped(id)), type));
        result.whenComplete((value, failure) -> awaited.forget(id, end));
        return result;
    }

    private static IllegalStateException stopped(long id) {
        return new IllegalStateException(
                "this node stops, and task %s has not ended; wait for its result on another node".formatted(id));
    }

    private <T> @Nullable T value(End end, Class<T> type) {
        if (end.status() == null) {
            throw new TaskGoneException(end.id());
        }
        return switch (end.status()) {
            case DEAD -> throw new TaskFailedException(end.id(), end.error());
            case CANCELLED -> throw new TaskCancelledException(end.id());
            default -> codec.read(end.type(), end.result(), type);
        };
    }
}
