package org.acme.office;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.arc.profile.UnlessBuildProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/** Enqueues and handles tasks. Its own entities have the same names as Rowmill's entities. */
@ApplicationScoped
@UnlessBuildProfile(anyOf = {"named", "unitless"})
public class Office {

    record Paper(String text) {}

    @Inject
    TaskQueue tasks;

    @Inject
    EntityManager entities;

    @Transactional
    long order(String text) {
        return tasks.enqueue(NewTask.of("file", new Paper(text))).id();
    }

    @Transactional
    void orderAndFail(String text) {
        order(text);
        throw new IllegalStateException("the office is closed");
    }

    @Handles("file")
    @Transactional
    void file(Paper paper) {
        entities.persist(new Task(paper.text()));
        entities.persist(new Attempt(paper.text()));
    }

    /** Counts the filed papers with a text, by the application's own entities. */
    @Transactional
    long filed(String text) {
        return entities.createQuery(
                        "select count(t) from Task t, Attempt a where t.text = :text and a.text = t.text", Long.class)
                .setParameter("text", text)
                .getSingleResult();
    }
}
