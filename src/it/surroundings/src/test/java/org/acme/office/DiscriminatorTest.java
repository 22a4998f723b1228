package org.acme.office;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.HashMap;
import java.util.Map;

/** Tests tenants by discriminator in a second persistence unit, on the datasource that has Rowmill's tables. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(DiscriminatorTest.Tenants.class)
class DiscriminatorTest extends ArchiveTest {

    public static class Tenants extends TwoUnitsTest.TwoUnits {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
            settings.put("office.archive.tenants", "true");
            settings.put("quarkus.hibernate-orm.\"archive\".multitenant", "discriminator");
            return settings;
        }
    }
}
