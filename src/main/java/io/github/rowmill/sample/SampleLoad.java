package io.github.rowmill.sample;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Enqueues a few sample tasks every few seconds, so that the page shows some activity. */
@ApplicationScoped
class SampleLoad {

    private static final int MAX_EVENTS = 5;
    private static final int MAX_ITEMS = 12;

    /** Rate of rentals: one of five rounds. */
    private static final int RENTALS = 5;

    /** Seconds that a rental waits for its return. */
    private static final int PATIENCE = 120;

    private final TaskQueue tasks;

    SampleLoad(TaskQueue tasks) {
        this.tasks = tasks;
    }

    void start(
            @Observes StartupEvent start,
            Scheduler scheduler,
            @ConfigProperty(name = "rowmill.sample.load") boolean wanted) {
        if (wanted) {
            scheduler
                    .newJob("sample-load")
                    .setInterval("3s")
                    .setDelayed("2s")
                    .setTask(execution -> QuarkusTransaction.requiringNew().run(this::enqueueSome))
                    .schedule();
        }
    }

    private void enqueueSome() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String account = Accounts.ALL.get(random.nextInt(Accounts.ALL.size())).name();
        for (int n = random.nextInt(MAX_EVENTS); n >= 0; n--) {
            tasks.enqueue(
                    NewTask.of("event", new Event(account, "page-view", n)).source("sample"));
        }
        tasks.enqueue(NewTask.of("reminder", new Reminders.Reminder(account))
                .delay(Duration.ofSeconds(random.nextInt(10)))
                .source("sample"));
        if (random.nextInt(RENTALS) == 0) {
            rent(account);
        }
        int items = 1 + random.nextInt(MAX_ITEMS);
        tasks.enqueue(NewTask.of("order", new Orders.Order(account, items, items == 1))
                .source("sample"));
    }

    /** Ends the rental of an account, or begins one. */
    private void rent(String account) {
        String key = "rental of " + account;
        try {
            tasks.signal("rental", key, "returned", new Rentals.Return(1));
        } catch (TaskNotFoundException e) {
            tasks.enqueue(NewTask.of("rental", new Rentals.Rental(account, 2, 2, PATIENCE))
                    .uniqueKey(key)
                    .source("sample"));
        }
    }
}
