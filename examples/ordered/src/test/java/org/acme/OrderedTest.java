package org.acme;

import static io.github.rowmill.task.TaskStatus.COMPLETED;
import static io.github.rowmill.task.TaskStatus.DEAD;
import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

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

    private TaskStatus status(String address) {
        return assertThat(mill.tasks())
                .hasEnqueued("change-address")
                .withPayload(new Crm.Change("ada", address))
                .once()
                .tasks()
                .get(0)
                .getStatus();
    }

    @Test
    void theChangesOfACustomerRunOneAfterTheOther() {
        crm.change("ada", "Berlin");
        crm.change("ada", "Tokyo");
        crm.change("bob", "Lima");

        assertEquals(2, mill.runOnce()); // the first of ada, and that of bob
        assertEquals(COMPLETED, status("Berlin"));
        assertNotEquals(COMPLETED, status("Tokyo"));

        assertEquals(1, mill.runOnce());
        assertEquals(COMPLETED, status("Tokyo"));
    }

    @Test
    void aDeadChangeBlocksItsCustomerUntilYouUnblockIt() {
        crm.change("ada", "?");
        crm.change("ada", "Tokyo");
        mill.drain();
        assertNotEquals(COMPLETED, status("Tokyo")); // the first change waits for its second attempt

        mill.pass(Duration.ofHours(1));
        mill.drain();
        assertEquals(DEAD, status("?"));
        assertNotEquals(COMPLETED, status("Tokyo"));
        assertEquals("ada", queues.blocked("crm").get(0).key());

        queues.unblock("crm", "ada");
        mill.drain();
        assertEquals(COMPLETED, status("Tokyo"));
    }
}
