package org.acme;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.api.Queues;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class OrderedTest {

    @Inject
    Crm crm;

    @Inject
    Queues queues;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
    }

    private void completed(String address, int times) {
        var change = new Crm.Change("ada", address);
        assertThat(mill.tasks())
                .hasEnqueued("change-address")
                .withPayload(change)
                .withStatus(TaskStatus.COMPLETED)
                .times(times);
    }

    @Test
    void theChangesOfACustomerRunOneAfterTheOther() {
        crm.change("ada", "Berlin");
        crm.change("ada", "Tokyo");
        crm.change("bob", "Lima");

        assertEquals(2, mill.runOnce()); // the first of ada, and that of bob
        completed("Berlin", 1);
        completed("Tokyo", 0);

        assertEquals(1, mill.runOnce());
        completed("Tokyo", 1);
    }

    @Test
    void aDeadChangeBlocksItsCustomerUntilYouUnblockIt() {
        crm.change("ada", "?");
        crm.change("ada", "Tokyo");
        mill.drain();
        completed("Tokyo", 0); // the first change waits for its second attempt

        mill.pass(Duration.ofHours(1));
        mill.drain();
        completed("Tokyo", 0); // the first change is dead
        assertEquals("ada", queues.blocked("crm").get(0).key());

        queues.unblock("crm", "ada");
        mill.drain();
        completed("Tokyo", 1);
    }
}
