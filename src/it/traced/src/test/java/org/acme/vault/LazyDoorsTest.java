package org.acme.vault;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;

/** Runs the tests of {@link DoorsTest} with lazy authentication, which waits until code needs the caller. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(LazyDoorsTest.Lazy.class)
class LazyDoorsTest extends DoorsTest {

    public static class Lazy implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.http.auth.proactive", "false");
        }
    }
}
