package io.github.rowmill.engine;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** A node on which nothing runs by itself. Tests run the rounds. */
public class ByHand implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "rowmill.enabled", "false",
                "rowmill.lease", "30s",
                "rowmill.workers", "4",
                "rowmill.queues.narrow.workers", "1",
                "rowmill.access.hosts", "Mill.Example, 10.1.2.3",
                "quarkus.datasource.jdbc.max-size", "40");
    }
}
