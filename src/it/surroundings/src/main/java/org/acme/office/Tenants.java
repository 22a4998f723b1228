package org.acme.office;

import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.tenant.TenantResolver;
import jakarta.enterprise.context.ApplicationScoped;

/** Resolves the only tenant of the default persistence unit, if the unit has tenants. */
@ApplicationScoped
@PersistenceUnitExtension
@IfBuildProfile(anyOf = {"tenants", "discriminator"})
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
