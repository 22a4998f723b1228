package io.github.rowmill.db;

import io.agroal.api.AgroalDataSource;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/**
 * Stands in for a missing default datasource or default persistence unit. At start it throws an exception that
 * names the settings to add. Otherwise the build would fail with types and injection points that the application
 * does not have.
 */
@Singleton
class DefaultsMissing {

    /** Priority below Quarkus' own default beans, which have priority 0. */
    private static final int LAST = -1;

    @Produces
    @DefaultBean
    @Priority(LAST)
    @Singleton
    AgroalDataSource datasource() {
        throw new ConfigurationException(
                "Rowmill uses the default datasource, and this application has none: set quarkus.datasource.db-kind and quarkus.datasource.jdbc.url in addition to named datasources");
    }

    @Produces
    @DefaultBean
    @Priority(LAST)
    @Singleton
    SessionFactory sessions() {
        throw noUnit();
    }

    /** Stands in for an {@code EntityManager} too. */
    @Produces
    @DefaultBean
    @Priority(LAST)
    @Singleton
    Session session() {
        throw noUnit();
    }

    private static ConfigurationException noUnit() {
        return new ConfigurationException(
                "Rowmill uses the default persistence unit, and this application has none: set quarkus.hibernate-orm.packages to io.github.rowmill.task in addition to named persistence units");
    }
}
