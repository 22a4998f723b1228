package io.github.rowmill.engine;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * A node that works on one queue and does nothing else. It has no API and no dashboard. It polls so rarely that only
 * wake-ups explain early starts.
 */
public class WorkerNode implements QuarkusTestProfile {

    public static final int WORKERS = 5;

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "rowmill.only-queues", "default",
                "rowmill.workers", Integer.toString(WORKERS),
                "rowmill.poll-interval", "1h",
                "rowmill.lease", "12s",
                "rowmill.api.enabled", "false",
                "rowmill.dashboard.enabled", "false");
    }
}
