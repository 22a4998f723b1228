package org.acme.vault;

import io.quarkus.liquibase.LiquibaseFactory;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import liquibase.Liquibase;
import liquibase.exception.LiquibaseException;

/** Migrates by changes that name Rowmill's tables, once these are there. */
@ApplicationScoped
public class Changes {

    void migrate(@Observes StartupEvent start, LiquibaseFactory factory) throws LiquibaseException {
        try (Liquibase liquibase = factory.createLiquibase()) {
            liquibase.update(factory.createContexts(), factory.createLabels());
        }
    }
}
