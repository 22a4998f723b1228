package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step1Test {

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @Test
    void anOrderIsARowAndNoTask() {
        assertEquals(
                "Order a1 is placed.",
                orders.place("a1", "ada@example.org", "DE").strip());

        assertEquals(1, Order.count());
        assertThat(mill.tasks()).isEmpty();
    }
}
