package io.github.rowmill.operate.page;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * An application under a root path that gives slow clients little time. Its node neither notifies nor listens, and
 * claims after the commit.
 */
public class UnderPrefix implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.http.root-path", "/shop",
                "quarkus.http.read-timeout", "8s",
                "rowmill.notify", "false",
                "rowmill.claim-at-commit", "false");
    }
}
