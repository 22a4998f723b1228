package io.github.rowmill.sample;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Enqueues a few sample tasks every few seconds, so that there is something to look at. */
@ApplicationScoped
class SampleLoad {

    private static final int MAX_EVENTS = 5;

    private final TaskQueue tasks;
    private final boolean wanted;

    SampleLoad(TaskQueue tasks, @ConfigProperty(name = "rowmill.sample.load") boolean wanted) {
        this.tasks = tasks;
        this.wanted = wanted;
    }

    @Scheduled(every = "3s", delayed = "2s")
    @Transactional
    void enqueueSome() {
        if (!wanted) {
            return;
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String account = Accounts.ALL.get(random.nextInt(Accounts.ALL.size())).name();
        for (int n = random.nextInt(MAX_EVENTS); n >= 0; n--) {
            tasks.enqueue(
                    NewTask.of("event", new Event(account, "page-view", n)).source("sample"));
        }
        tasks.enqueue(NewTask.of("reminder", new Reminders.Reminder(account))
                .delay(Duration.ofSeconds(random.nextInt(10)))
                .source("sample"));
    }
}
