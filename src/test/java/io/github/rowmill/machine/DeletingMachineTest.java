package io.github.rowmill.machine;

import io.github.rowmill.engine.Special;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;

/** Runs {@link MachineTest} where the verdict deletes a completed task: {@code rowmill.retention.completed=0}. */
@QuarkusTest
@TestProfile(Special.class)
class DeletingMachineTest extends MachineTest {

    private static final Duration MAX = Duration.ofSeconds(10);

    @Override
    Duration longest() {
        return MAX;
    }
}
