package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.ScheduleExistsException;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskEvent.Change;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.call.PublicCall;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.schedule.store.DueSchedule;
import io.github.rowmill.feature.schedule.store.ScheduleRows;
import io.github.rowmill.feature.schedule.store.ScheduledTask;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The schedules API for applications. A refused call does not mark the caller's transaction for rollback, because
 * nothing was written.
 */
@Singleton
@PublicCall
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalSchedules implements Schedules {

    private static final int MAX_RUNS = 1000;

    private final ScheduleRows rows;
    private final ScheduleChecks checks;
    private final AfterCommit afterCommit;

    TransactionalSchedules(ScheduleRows rows, ScheduleChecks checks, AfterCommit afterCommit) {
        this.rows = rows;
        this.checks = checks;
        this.afterCommit = afterCommit;
    }

    @Override
    public void create(NewSchedule schedule) {
        NewRow task = checks.check(schedule);
        if (!rows.createIfAbsent(schedule, task)) {
            throw new ScheduleExistsException(schedule.name());
        }
        announce(schedule.name(), Change.CREATED);
    }

    @Override
    public void change(NewSchedule schedule) {
        NewRow task = checks.check(schedule);
        require(find(schedule.name()).isPresent(), schedule.name());
        rows.change(schedule, task);
        announce(schedule.name(), Change.CHANGED);
    }

    @Override
    public void pause(String name) {
        require(isName(name) && rows.pause(name), name);
        announce(name, Change.PAUSED);
    }

    @Override
    public void resume(String name) {
        require(isName(name) && rows.resume(name), name);
        announce(name, Change.RESUMED);
    }

    @Override
    public long runNow(String name) {
        require(isName(name), name);
        ScheduledTask made = rows.runNow(name).orElseThrow(() -> new ScheduleNotFoundException(name));
        announce(name, Change.RUN);
        afterCommit.fire(List.of(new TaskEvent.Enqueued(made.queue(), made.type(), 1, 0, true, List.of(made.id()))));
        return made.id();
    }

    @Override
    public void pin(String name, boolean pinned) {
        require(isName(name) && rows.pin(name, pinned), name);
        announce(name, pinned ? Change.PINNED : Change.UNPINNED);
    }

    @Override
    public void delete(String name) {
        require(isName(name) && rows.delete(name), name);
        announce(name, Change.DELETED);
    }

    @Override
    public Optional<Schedule> find(String name) {
        return look(name).map(DueSchedule::schedule);
    }

    @Override
    public List<Schedule> list(String after, int limit) {
        return rows.list(after, limit);
    }

    @Override
    public List<Instant> nextRuns(String name, int count) {
        if (count < 1 || count > MAX_RUNS) {
            throw new IllegalArgumentException("count must be 1 to %s, was %s".formatted(MAX_RUNS, count));
        }
        DueSchedule due = look(name).orElseThrow(() -> new ScheduleNotFoundException(name));
        try {
            return TickDecisions.timetable(due.schedule())
                    .from(due.cursor())
                    .limit(count)
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new InvalidScheduleException(name, List.of(new Violation("row", String.valueOf(e.getMessage()))));
        }
    }

    private Optional<DueSchedule> look(String name) {
        return isName(name) ? rows.find(name) : Optional.empty();
    }

    /** Returns whether a text can be a name. A text that PostgreSQL cannot store is the name of no schedule. */
    private static boolean isName(String text) {
        return !Storable.isUnstorable(text);
    }

    private static void require(boolean found, String name) {
        if (!found) {
            throw new ScheduleNotFoundException(name);
        }
    }

    private void announce(String name, Change change) {
        afterCommit.fire(List.of(new TaskEvent.ScheduleChanged(name, change)));
    }
}
