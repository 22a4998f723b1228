package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.github.rowmill.api.TaskQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Scheduled reminders. The text is chosen when the task runs, and the mail server fails sometimes. Each reminder
 * that was sent is recorded as an event of its account by a second task. That task is enqueued outside of any
 * transaction. So a reminder that is retried because its node died after the enqueue is recorded twice.
 */
@ApplicationScoped
@Handles(value = "reminder", queue = "mail", timeout = "30s")
class Reminders implements TaskHandler<Reminders.Reminder> {

    private static final Logger LOG = Logger.getLogger(Reminders.class);
    private static final List<String> TEXTS =
            List.of("you have a meeting soon", "your report is waiting", "the week is nearly over");

    /** Rate of failures: a fifth of all reminders. */
    private static final int FAILS = 5;

    private final TaskQueue tasks;

    Reminders(TaskQueue tasks) {
        this.tasks = tasks;
    }

    /** Payload: the account to remind. */
    record Reminder(@NotBlank String account) {}

    @Override
    public @Nullable Object handle(Reminder reminder, TaskContext task) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(FAILS) == 0) {
            throw new IllegalStateException("the mail server did not answer");
        }
        LOG.debugf("%s: %s", reminder.account(), TEXTS.get(random.nextInt(TEXTS.size())));
        tasks.enqueue(NewTask.of("event", new Event(reminder.account(), "reminded", 1))
                .source("reminder " + task.id()));
        return null;
    }
}
