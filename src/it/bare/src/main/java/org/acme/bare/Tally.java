package org.acme.bare;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Positive;
import org.jboss.logging.Logger;

/** Enqueues an amount when the application starts. The handler logs the amount. */
@ApplicationScoped
class Tally {

    record Amount(@Positive int cents) {}

    private static final Logger LOG = Logger.getLogger(Tally.class);

    private final TaskQueue tasks;

    Tally(TaskQueue tasks) {
        this.tasks = tasks;
    }

    @Transactional
    void open(@Observes StartupEvent start) {
        tasks.enqueue(NewTask.of("add", new Amount(350)));
    }

    @Handles("add")
    @Transactional
    void add(Amount amount) {
        LOG.infof("added %d cents", amount.cents());
    }
}
