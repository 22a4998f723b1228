package org.acme;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class FlowTest {

    @Inject
    Parcels parcels;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
    }

    private void only(String type, TaskStatus status) {
        assertThat(mill.tasks()).hasEnqueued(type).withStatus(status).once();
    }

    @Test
    void theParcelLeavesWhenAllItemsArePicked() {
        parcels.place("tea,cake");
        assertEquals(2, mill.runOnce()); // both items, and no parcel

        mill.drain();

        long ship = assertThat(mill.tasks())
                .hasEnqueued("ship-parcel")
                .tasks()
                .get(0)
                .getId();
        assertEquals("one cake and one tea", mill.result(ship, String.class));
        only("tell-support", TaskStatus.CANCELLED); // nothing has failed
    }

    @Test
    void aMissingItemHoldsTheParcelAndTellsSupport() {
        parcels.place("tea,unicorn");

        mill.drain();

        only("ship-parcel", TaskStatus.WAITING);
        only("tell-support", TaskStatus.COMPLETED);
    }
}
