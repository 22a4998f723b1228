package org.acme.office;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;

/** Tests two persistence units on one datasource. The default unit is configured to hold Rowmill's entities. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(TwoUnitsTest.TwoUnits.class)
class TwoUnitsTest extends ArchiveTest {

    public static class TwoUnits implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "office.archive", "true",
                    "quarkus.hibernate-orm.packages", "org.acme.office,io.github.rowmill.task",
                    "quarkus.hibernate-orm.\"archive\".datasource", "<default>",
                    "quarkus.hibernate-orm.\"archive\".packages", "org.acme.archive");
        }
    }
}
