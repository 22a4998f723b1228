package io.github.rowmill.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Schedules, to inject: at each tick of one, exactly one task is enqueued, however many nodes there are and whichever of
 * them die. Every method joins the caller's JTA transaction; without one each call is one of its own. Safe for all threads.
 */
public interface Schedules {

    /**
     * Creates a schedule. Its ticks begin after this moment of the database's clock.
     *
     * @throws InvalidScheduleException something in it is wrong
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     * @throws ScheduleExistsException there is one with this name
     */
    void create(NewSchedule schedule);

    /**
     * Makes a schedule what {@code schedule} says, and leaves it paused if it is. One that code declares is pinned by
     * this. If its timetable changes, its ticks begin after this moment.
     *
     * @throws InvalidScheduleException something in it is wrong
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     * @throws ScheduleNotFoundException there is none with this name
     */
    void change(NewSchedule schedule);

    /**
     * Makes no tasks until it is resumed.
     *
     * @throws ScheduleNotFoundException there is none with this name
     */
    void pause(String name);

    /**
     * Makes tasks again, of ticks from now on: those of the pause were not missed.
     *
     * @throws ScheduleNotFoundException there is none with this name
     */
    void resume(String name);

    /**
     * Enqueues a task of the schedule at once, paused or not, beside its ticks; it is scheduled for now.
     *
     * @return the task's id
     * @throws ScheduleNotFoundException there is none with this name
     */
    long runNow(String name);

    /**
     * Whether the annotation that declares the schedule is not applied to it: {@code false} has the code's way at the next
     * start of a node.
     *
     * @throws ScheduleNotFoundException there is none with this name
     */
    void pin(String name, boolean pinned);

    /**
     * Deletes a schedule; its tasks stay. One that code declares comes back at the next start: pause it instead.
     *
     * @throws ScheduleNotFoundException there is none with this name
     */
    void delete(String name);

    /** The schedule with this name. */
    Optional<Schedule> find(String name);

    /** The schedules, by name, at most {@code limit} of those after {@code after}; the empty text is before all. */
    List<Schedule> list(String after, int limit);

    /**
     * The next {@code count} ticks, 1 to 1,000; of a paused schedule those there would be if it were resumed now. Fewer if
     * no more are left.
     *
     * @throws ScheduleNotFoundException there is none with this name
     * @throws InvalidScheduleException the row was written by SQL, and cannot be read
     */
    List<Instant> nextRuns(String name, int count);
}
