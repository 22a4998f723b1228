package org.acme.vault;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;

/** Runs the tests of {@link VaultTest} in an application whose Hibernate quotes all names. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(QuotedNamesTest.Quoted.class)
class QuotedNamesTest extends VaultTest {

    public static class Quoted implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.hibernate-orm.quote-identifiers.strategy", "all");
        }
    }
}
