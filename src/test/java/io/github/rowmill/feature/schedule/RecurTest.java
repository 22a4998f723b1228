package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test that runs schedules by hand, and moves their rows to let time pass. */
abstract class RecurTest {

    @Inject
    Schedules schedules;

    @Inject
    ManualMill mill;

    @Inject
    TickLoop loop;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    /** A name that no other test uses. */
    final String name = "schedule-" + UUID.randomUUID();

    @BeforeEach
    @AfterEach
    void clear() {
        rows.clear();
        rows.execute("delete from rowmill_schedule where declared_by is null or declared_by = 'test'");
    }

    /** Returns a schedule with a tick every hour, so that two hours have two ticks. */
    NewSchedule hourly() {
        return NewSchedule.of(name, NewTask.of("noop")).every(Duration.ofHours(1));
    }

    /** Runs rounds of the loop until one has nothing to do. */
    int tickAll() {
        int all = 0;
        int some;
        do {
            some = loop.tickOnce();
            all += some;
        } while (some > 0);
        return all;
    }

    long tasks() {
        return rows.number("select count(*) from rowmill_task where schedule = '%s'".formatted(name));
    }

    /** Returns a column of the schedule's row. */
    String row(String column) {
        return rows.text("select %s from rowmill_schedule where name = '%s'".formatted(column, name));
    }

    void set(String assignments) {
        rows.execute("update rowmill_schedule set %s where name = '%s'".formatted(assignments, name));
    }
}
