package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ShopByHandTest.ByHand.class)
class OrdersTest {

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
    }

    @Test
    void anOrderPrintsOneLabel() {
        orders.place("a7", 0);
        assertThat(mill.tasks())
                .hasEnqueued("print-label")
                .withPayload(new Labels.Label("a7", 0))
                .once();

        mill.drain();

        assertThat(mill.tasks()).hasEnqueued("print-label").withStatus(TaskStatus.COMPLETED);
    }

    @Test
    void aLabelIsPrintedAgainAfterACrash() {
        orders.place("a8", 0);
        long task = mill.tasks().all().get(0).getId();

        mill.crashOnce(task); // the handler has run, and nothing is recorded
        mill.drain();

        assertEquals(2, mill.task(task).getAttempts());
    }
}
