package org.acme.vault;

import io.quarkus.liquibase.LiquibaseFactory;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import liquibase.Liquibase;
import liquibase.exception.LiquibaseException;

/** Runs Liquibase changes that refer to Rowmill's tables, after Rowmill has created them. */
@ApplicationScoped
public class Changes {

    void migrate(@Observes StartupEvent start, LiquibaseFactory factory) throws LiquibaseException {
        try (Liquibase liquibase = factory.createLiquibase()) {
            liquibase.update(factory.createContexts(), factory.createLabels());
        }
    }
}
