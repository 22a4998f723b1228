package org.acme.archive;

import io.github.rowmill.api.Handles;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.hibernate.orm.PersistenceUnit;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/** A handler that writes through two persistence units in one transaction. */
@ApplicationScoped
@IfBuildProperty(name = "office.archive", stringValue = "true")
public class Archive {

    record Paper(String text) {}

    @Inject
    EntityManager office;

    @Inject
    @PersistenceUnit("archive")
    EntityManager archive;

    @Handles(value = "archive", maxAttempts = 1)
    @Transactional
    void archive(Paper paper) {
        office.createNativeQuery("insert into office_task (text) values (?)")
                .setParameter(1, paper.text())
                .executeUpdate();
        archive.persist(new Box(paper.text()));
        if (paper.text().startsWith("burnt")) {
            throw new IllegalStateException("the archive is on fire");
        }
    }
}
