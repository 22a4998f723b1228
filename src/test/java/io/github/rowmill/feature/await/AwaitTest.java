package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes.Behaviour;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A test of callers that wait for tasks. */
abstract class AwaitTest extends EngineTest {

    /** A time longer than the poll and than any pause of a busy machine. */
    private static final int PATIENCE_SECONDS = 30;

    /** The result of the handlers. */
    record Receipt(String number, List<Integer> amounts) {}

    static final Receipt RECEIPT = new Receipt("r-7", List.of(1, 2));

    @Inject
    AwaitedTasks awaited;

    @AfterEach
    void everyWaitHasEnded() {
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> awaited.size() == 0);
    }

    long enqueue(String type, Behaviour behaviour) {
        return queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
    }

    CompletableFuture<Receipt> receipt(long id) {
        return queue.result(id, Receipt.class).toCompletableFuture();
    }

    /** Starts a wait for the receipt of a task, and returns it when the task is marked. */
    CompletableFuture<Receipt> marked(long id) {
        CompletableFuture<Receipt> receipt = receipt(id);
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> "t".equals(rows.of(id, "watched")));
        return receipt;
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(() -> get(future));
        assertThat(thrown).isInstanceOf(ExecutionException.class);
        return thrown.getCause();
    }

    /** Completes a task from a session that is not of this node, as another node would. */
    void completeElsewhere(long id, String then) throws SQLException {
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            statement.execute("""
                    update rowmill_task
                       set status = 'completed', finished = clock_timestamp(), version = version + 1,
                           result = '{"number": "r-7", "amounts": [1, 2]}'
                     where id = %s
                    """.formatted(id));
            statement.execute(then);
        }
    }
}
