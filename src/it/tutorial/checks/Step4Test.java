package org.acme.shop;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Rate;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
class Step4Test {

    @Inject
    Orders orders;

    @Inject
    Queues queues;

    @Inject
    ManualMill mill;

    @Test
    void parcelsAreBookedAtTheRateOfTheirQueue() {
        assertEquals(60000, queues.rules("partner").orElseThrow().rate().starts());
        queues.change("partner", rules -> rules.rate(Rate.of(1, Duration.ofHours(1))));
        orders.place("a4", "ada@example.org", "DE");
        orders.place("a5", "ada@example.org", "DE");

        mill.drain();

        assertThat(mill.tasks())
                .hasEnqueued("book-parcel")
                .withStatus(TaskStatus.COMPLETED)
                .once();
        assertThat(mill.tasks())
                .hasEnqueued("order-mail")
                .withStatus(TaskStatus.COMPLETED)
                .times(2);
    }
}
