package io.github.rowmill.engine.store.sql;

import io.agroal.api.AgroalDataSource;
import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/**
 * What stands in where an application has no default datasource or no default persistence unit: it says at start what to
 * set, where the build would name types and injection points that are none of the application's.
 */
@Singleton
class DefaultsMissing {

    /** Quarkus's own are default beans too, of priority 0. */
    private static final int LAST = -1;

    @Produces
    @DefaultBean
    @Priority(LAST)
    @Singleton
    AgroalDataSource datasource() {
        throw new ConfigurationException(
                "Rowmill works on the default datasource, and this application has none: set quarkus.datasource.db-kind and quarkus.datasource.jdbc.url, beside datasources with names");
    }

    @Produces
    @DefaultBean
    @Priority(LAST)
    @Singleton
    SessionFactory sessions() {
        throw noUnit();
    }

    /** An {@code EntityManager} too. */
    @Produces
    @DefaultBean
    @Priority(LAST)
    @Singleton
    Session session() {
        throw noUnit();
    }

    private static ConfigurationException noUnit() {
        return new ConfigurationException(
                "Rowmill works in the default persistence unit, and this application has none: set quarkus.hibernate-orm.packages to io.github.rowmill.task, beside persistence units with names");
    }
}
