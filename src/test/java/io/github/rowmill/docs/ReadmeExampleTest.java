package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class ReadmeExampleTest {

    @ApplicationScoped
    static class Orders {

        record Mail(@NotBlank String order, @NotBlank String to) {}

        @Inject
        TaskQueue tasks;

        @Transactional // the task exists if, and only if, this commits
        void place(String order, String customer) {
            // store the order
            tasks.enqueue(NewTask.of("order-mail", new Mail(order, customer)).uniqueKey(order));
            // another enqueue with this key adds no task until this one has ended
        }

        @Handles("order-mail")
        void send(Mail mail, TaskContext task) {
            // your mail service; task.idempotencyKey() is the same for every attempt
        }
    }

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Test
    void theExampleRuns() {
        rows.clear();
        orders.place("a7", "ada@example.org");

        mill.drain();

        assertThat(rows.text("select type || ' ' || status from rowmill_task")).isEqualTo("order-mail completed");
    }
}
