package io.github.rowmill.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Schedules, to inject. Each tick of a schedule enqueues exactly one task, however many nodes run, and even if
 * nodes die. Every method joins the caller's JTA transaction; without one, each call has its own. Safe for all
 * threads.
 */
public interface Schedules {

    /**
     * Creates a schedule. Its ticks begin after the current time of the database's clock.
     *
     * @throws InvalidScheduleException a value is invalid
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     * @throws ScheduleExistsException a schedule with this name exists
     */
    void create(NewSchedule schedule);

    /**
     * Replaces a schedule by {@code schedule}; a paused one stays paused. If code declares the schedule, this pins
     * it. If its timetable changes, its ticks begin after the current time.
     *
     * @throws InvalidScheduleException a value is invalid
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     * @throws ScheduleNotFoundException no schedule has this name
     */
    void change(NewSchedule schedule);

    /**
     * Stops making tasks of a schedule until it is resumed.
     *
     * @throws ScheduleNotFoundException no schedule has this name
     */
    void pause(String name);

    /**
     * Makes tasks of a schedule again, for ticks from now on. Ticks during the pause do not count as missed.
     *
     * @throws ScheduleNotFoundException no schedule has this name
     */
    void resume(String name);

    /**
     * Enqueues a task of the schedule at once, in addition to its ticks, even if the schedule is paused. The task
     * is scheduled for now.
     *
     * @return the task's id
     * @throws ScheduleNotFoundException no schedule has this name
     */
    long runNow(String name);

    /**
     * Sets whether the annotation that declares the schedule is not applied to it. {@code false} applies it at the
     * next start of a node.
     *
     * @throws ScheduleNotFoundException no schedule has this name
     */
    void pin(String name, boolean pinned);

    /**
     * Deletes a schedule; its tasks stay. A schedule that code declares comes back at the next start: pause it
     * instead.
     *
     * @throws ScheduleNotFoundException no schedule has this name
     */
    void delete(String name);

    /**
     * Returns the schedule with this name.
     *
     * @return empty if no schedule has this name
     */
    Optional<Schedule> find(String name);

    /**
     * Returns at most {@code limit} schedules whose names come after {@code after}, ordered by name. The empty
     * text comes before all names.
     */
    List<Schedule> list(String after, int limit);

    /**
     * Returns the next {@code count} ticks, 1 to 1,000, or fewer if no more are left. For a paused schedule, these
     * are the ticks it would have if it were resumed now.
     *
     * @throws ScheduleNotFoundException no schedule has this name
     * @throws InvalidScheduleException the row was written by SQL, and cannot be read
     */
    List<Instant> nextRuns(String name, int count);
}
