package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskFailedException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Examples.class)
class ResultsExampleTest {

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @ApplicationScoped
    static class Tills {

        @Inject
        TaskQueue tasks;

        record Order(long id, int amount) {}

        record Receipt(String number) {}

        @Handles("charge-card")
        Receipt charge(Order order) {
            return new Receipt("r-" + order.id()); // kept with the task
        }

        CompletionStage<String> buy(Order order) {
            long id = tasks.enqueue(NewTask.of("charge-card", order)).id(); // committed before the wait
            return tasks.result(id, Receipt.class)
                    .thenApply(Receipt::number)
                    .exceptionally(
                            failure -> failure.getCause() instanceof TaskFailedException ? "declined" : "unknown");
        }
    }

    @Inject
    Tills tills;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void theReceiptOfAnOrderIsAwaited() throws Exception {
        CompletionStage<String> number = tills.buy(new Tills.Order(7, 100));

        mill.drain();

        assertThat(number.toCompletableFuture().get(30, TimeUnit.SECONDS)).isEqualTo("r-7");
    }
}
