package io.github.rowmill.docs;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class TestKitExampleTest {

    /** Records the calls that a payment service would get. */
    @ApplicationScoped
    static class Bank {

        private final Queue<String> charged = new ConcurrentLinkedQueue<>();

        void charge(String idempotencyKey, long cents) {
            charged.add(idempotencyKey);
        }

        Queue<String> charged() {
            return charged;
        }
    }

    @ApplicationScoped
    static class Orders {

        record Charge(String customer, long cents) {}

        record Reminder(String customer) {}

        @Inject
        TaskQueue tasks;

        @Inject
        Bank bank;

        @Transactional
        long order(String customer, long cents) {
            tasks.enqueue(NewTask.of("remind-order", new Reminder(customer)).delay(Duration.ofDays(7)));
            return tasks.enqueue(
                            NewTask.of("charge", new Charge(customer, cents)).key(customer))
                    .id();
        }

        @Handles("charge")
        void charge(Charge charge, TaskContext task) {
            bank.charge(task.idempotencyKey(), charge.cents());
        }

        @Handles("remind-order")
        void remind(Reminder reminder) {
            // your work
        }
    }

    @Inject
    Orders orders;

    @Inject
    Bank bank;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
        bank.charged().clear();
    }

    @Test
    @TestTransaction
    void anOrderEnqueuesACharge() {
        orders.order("acme", 350);

        assertThat(mill.tasks())
                .hasEnqueued("charge")
                .withPayload(new Orders.Charge("acme", 350))
                .withKey("acme")
                .once();
        assertThat(mill.tasks()).hasEnqueued("remind-order").dueAfter(Duration.ofDays(7));
    }

    @Test
    void aWeekLaterTheCustomerIsReminded() {
        orders.order("acme", 350);
        mill.drain(); // the charge

        mill.pass(Duration.ofDays(7));

        assertThat(mill.runOnce()).isEqualTo(1);
        assertThat(mill.tasks()).hasEnqueued("remind-order").withStatus(TaskStatus.COMPLETED);
    }

    @Test
    void theCustomerIsChargedBeforeTheOrderReturns() {
        try (var inline = mill.inline()) {
            orders.order("acme", 350);
        }

        assertThat(bank.charged()).hasSize(1);
    }

    @Test
    void aSecondAttemptChargesUnderTheSameKey() {
        long charge = orders.order("acme", 350);

        mill.crashOnce(charge); // the handler has run, and nothing is recorded
        mill.loseLeaseOnce(charge); // recovered, run again, and taken away from its node
        mill.drain(); // recovered, and run to its end

        assertThat(bank.charged()).hasSize(3).containsOnly(String.valueOf(charge));
        assertThat(mill.task(charge).getStatus()).isEqualTo(TaskStatus.COMPLETED);
    }
}
