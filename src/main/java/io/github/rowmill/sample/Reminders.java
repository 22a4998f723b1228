package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Scheduled reminders: what is said is chosen when the task runs, and the outside world fails now and then. */
@ApplicationScoped
@Handles(value = "reminder", queue = "mail", timeout = "30s")
class Reminders implements TaskHandler<Reminders.Reminder> {

    private static final Logger LOG = Logger.getLogger(Reminders.class);
    private static final List<String> TEXTS =
            List.of("you have a meeting soon", "your report is waiting", "the week is nearly over");

    /** One in so many fails. */
    private static final int FAILS = 5;

    /** Whom to remind. */
    record Reminder(@NotBlank String account) {}

    @Override
    public @Nullable Object handle(Reminder reminder, TaskContext task) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(FAILS) == 0) {
            throw new IllegalStateException("the mail server did not answer");
        }
        LOG.debugf("%s: %s", reminder.account(), TEXTS.get(random.nextInt(TEXTS.size())));
        return null;
    }
}
