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
class TenantsTest {

    @Inject
    Exports exports;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
    }

    @Test
    void aTenantHasAtMostTwoExportsAtOnce() {
        exports.order("big", 5);

        assertEquals(2, mill.runOnce()); // ten workers are free
        assertEquals(3, mill.drain());
    }

    @Test
    void aTenantWithManyExportsDoesNotDelayTheOthers() {
        exports.order("big", 5);
        exports.order("small", 1);

        mill.runOnce();

        assertThat(mill.tasks())
                .hasEnqueued("export")
                .withKey("small")
                .withStatus(TaskStatus.COMPLETED)
                .once();
        assertThat(mill.tasks())
                .hasEnqueued("export")
                .withKey("big")
                .withStatus(TaskStatus.COMPLETED)
                .times(2);
    }
}
