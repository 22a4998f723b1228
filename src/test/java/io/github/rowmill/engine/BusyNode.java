package io.github.rowmill.engine;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A node that works by itself. */
public class BusyNode implements QuarkusTestProfile {

    public static final int WORKERS = 4;

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "rowmill.workers", Integer.toString(WORKERS),
                "rowmill.queues.hanging.workers", "1",
                "rowmill.types.probe.backoff.first", "1h");
    }
}
