package io.github.rowmill.engine;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A node that works by itself. It polls so rarely that only wake-ups explain early starts. */
public class RarePolls implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("rowmill.poll-interval", "1h", "rowmill.workers", "4", "rowmill.queues.narrow.workers", "1");
    }
}
