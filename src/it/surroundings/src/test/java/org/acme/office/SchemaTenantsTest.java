package org.acme.office;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;

/** Tests tenants by schema in a second persistence unit, on a second datasource, with XA. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(SchemaTenantsTest.Tenants.class)
class SchemaTenantsTest extends ArchiveTest {

    @Inject
    @DataSource("archive")
    AgroalDataSource archive;

    @Override
    AgroalDataSource archive() {
        return archive;
    }

    @Override
    String box() {
        return "acme.archive_box";
    }

    public static class Tenants extends XaTest.Xa {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
            settings.put("office.archive.tenants", "true");
            settings.put("quarkus.hibernate-orm.\"archive\".multitenant", "schema");
            return settings;
        }
    }
}
