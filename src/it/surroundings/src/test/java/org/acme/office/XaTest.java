package org.acme.office;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;

/** Tests writes to two databases in the distributed transaction that completes the task. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(XaTest.Xa.class)
class XaTest extends ArchiveTest {

    @Inject
    @DataSource("archive")
    AgroalDataSource archive;

    @Override
    AgroalDataSource archive() {
        return archive;
    }

    public static class Xa extends TwoDatasourcesTest.TwoDatasources {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
            settings.put("quarkus.datasource.jdbc.transactions", "xa");
            settings.put("quarkus.datasource.\"archive\".jdbc.transactions", "xa");
            return settings;
        }
    }
}
