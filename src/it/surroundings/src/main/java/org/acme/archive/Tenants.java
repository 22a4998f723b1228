package org.acme.archive;

import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.tenant.TenantResolver;
import jakarta.enterprise.context.ApplicationScoped;

/** One tenant, where the archive has tenants. */
@ApplicationScoped
@PersistenceUnitExtension("archive")
@IfBuildProperty(name = "office.archive.tenants", stringValue = "true")
public class Tenants implements TenantResolver {

    @Override
    public String getDefaultTenantId() {
        return "acme";
    }

    @Override
    public String resolveTenantId() {
        return "acme";
    }
}
