package io.github.rowmill.machine;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The same where a completed task is deleted by its verdict: {@code rowmill.retention.completed=0}. */
@QuarkusTest
@TestProfile(DeletingMachineTest.Deleting.class)
class DeletingMachineTest extends MachineTest {

    private static final Duration MAX = Duration.ofSeconds(10);

    public static class Deleting extends ByHand {

        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> overrides = new HashMap<>(super.getConfigOverrides());
            overrides.put("rowmill.retention.completed", "0");
            return overrides;
        }
    }

    @Override
    Duration longest() {
        return MAX;
    }
}
