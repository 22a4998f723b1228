package org.acme.archive;

import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.tenant.TenantResolver;
import jakarta.enterprise.context.ApplicationScoped;

/** Resolves the only tenant of the persistence unit {@code archive}, if the unit has tenants. */
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
