package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Examples.class)
class TopicsExampleTest {

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @ApplicationScoped
    static class Sales {

        @Inject
        TaskQueue tasks;

        record OrderPlaced(long order, String customer) {}

        @Transactional // your row of the order and the tasks of all subscribers commit together
        void place(OrderPlaced placed) {
            tasks.publish("order-placed", placed);
        }

        void remindOnce(OrderPlaced placed) { // each subscriber gets a task in an hour, and one for each order
            tasks.publish(
                    "order-unpaid",
                    NewTask.of(placed).delay(Duration.ofHours(1)).uniqueBy("order"));
        }

        @Handles(value = "send-receipt", queue = "mail")
        @Subscribes("order-placed")
        void receipt(OrderPlaced placed) {
            // your work
        }

        @Handles(value = "reserve-stock", queue = "stock")
        @Subscribes("order-placed")
        @Subscribes("order-changed")
        @Transactional
        void reserve(OrderPlaced placed) {
            // your work
        }

        @Handles(value = "send-reminder", queue = "mail")
        @Subscribes("order-unpaid")
        void remind(OrderPlaced placed) {
            // your work
        }
    }

    @Inject
    Sales sales;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @AfterEach
    void delete() {
        rows.execute(
                "delete from rowmill_subscription where topic in ('order-placed', 'order-changed', 'order-unpaid')");
    }

    private String tasks() {
        return rows.text(
                "select string_agg(concat_ws(' ', type, queue, status, details ->> 'order'), ', ' order by type) from rowmill_task");
    }

    /** Tests all in one method, because the application declares its subscribers once. */
    @Test
    void theExampleAndTheStatementsOfThePageRun() throws IOException {
        sales.place(new Sales.OrderPlaced(17, "a7"));
        sales.remindOnce(new Sales.OrderPlaced(17, "a7"));
        sales.remindOnce(new Sales.OrderPlaced(17, "a7"));

        mill.drain();

        assertThat(tasks())
                .isEqualTo(
                        "reserve-stock stock completed 17, send-receipt mail completed 17, send-reminder mail queued 17");
        rows.clear();
        runStatements();
        assertThat(tasks())
                .isEqualTo(
                        "export-order export queued 17, reserve-stock stock queued 17, reserve-stock stock queued 17, send-receipt mail queued 17, send-receipt mail queued 17");
    }

    /** Publishes with the subscriber of the page, and then without it. */
    private void runStatements() throws IOException {
        String page = Files.readString(Path.of("docs/how-to/topics.md"));
        List<String> statements = page.lines()
                .filter(line -> line.startsWith("select rowmill_publish")
                        || line.contains("into rowmill_subscription")
                        || line.startsWith("delete from rowmill_subscription"))
                .toList();

        assertThat(statements).hasSize(4);
        rows.execute(statements.get(2));
        rows.execute(statements.get(0));
        rows.execute(statements.get(3));
        rows.execute(statements.get(1));
    }
}
