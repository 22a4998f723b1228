package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.store.read.TaskRepository;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SmokeTest {
    @Inject
    TaskQueue queue;

    @Inject
    TaskRepository tasks;

    private TaskStatus status(long id) {
        return QuarkusTransaction.requiringNew().call(() -> tasks.findById(id).getStatus());
    }

    @Test
    void runs() {
        long id = queue.enqueue(NewTask.ofJson("event", "{\"account\":\"a\",\"name\":\"b\",\"n\":3}"))
                .id();
        long id2 = queue.enqueue(NewTask.of("noop")).id();
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            assertThat(status(id)).isEqualTo(TaskStatus.COMPLETED);
            assertThat(status(id2)).isEqualTo(TaskStatus.COMPLETED);
        });
    }
}
