package org.acme.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step6Test {

    @Inject
    Orders orders;

    @Inject
    ManualMill mill;

    @Test
    void aSlowParcelIsBookedAfterTwentySeconds() {
        orders.place("slow-1", "ada@example.org", "DE");
        long start = System.nanoTime();

        mill.drain();

        assertTrue(System.nanoTime() - start > 20_000_000_000L);
        assertEquals(4, mill.tasks().all().size());
    }
}
