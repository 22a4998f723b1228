package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Beside {@link Handles}, a schedule of the handler's type: a row of {@code rowmill_schedule}, written when a node starts.
 * At each of its ticks one task is enqueued in the whole cluster, and {@link TaskContext#scheduledFor()} tells which tick.
 *
 * <p>Each text may hold configuration, {@code ${reports.cron}} or {@code ${reports.cron:@daily}}, and a {@code cron} or
 * {@code every} of {@code off} leaves the schedule alone: this node does not declare it, and pauses nothing on other nodes. What is set
 * here can be set in configuration, which wins: {@code rowmill.schedules."NAME".cron}, {@code every}, {@code zone} and
 * {@code enabled}.
 *
 * <p>What is changed here changes the row at the next start, unless an admin has pinned it; an annotation that was taken
 * away is reported, and its schedule goes on until {@link Schedules#delete}. Settings that make no sense refuse the start.
 *
 * <p>Example: {@code @Recurring(cron = "1 0 * * *", zone = "Europe/Berlin")}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Recurring.Several.class)
public @interface Recurring {

    /** The schedule's name, 1 to 200 characters; the default is the type. */
    String name() default "";

    /** See {@link NewSchedule#cron}; this or {@link #every()}. */
    String cron() default "";

    /** See {@link NewSchedule#every}: {@code 90s}, {@code 15m} or {@code PT15M}. */
    String every() default "";

    /** The time zone of the cron expression, {@code Europe/Berlin}. */
    String zone() default "UTC";

    /** What happens where the zone's clocks are changed. */
    ClockChange clockChange() default ClockChange.ONCE;

    /** What becomes of ticks that were missed. */
    Missed missed() default Missed.ONE;

    /** Of {@link Missed#ALL}: how late a tick may be run. */
    String missedWithin() default "1d";

    /** What happens if a run has not ended. */
    Overlap overlap() default Overlap.ALLOW;

    /** See {@link NewSchedule#jitter}: {@code 5m}; the default is none. */
    String jitter() default "";

    /** No tick before this moment, {@code 2027-01-01T00:00:00Z}; the default is none. */
    String starts() default "";

    /** No tick after this moment; the default is none. */
    String ends() default "";

    /** The payload as JSON; the default is none. */
    String payload() default "";

    /** The queue; the default is the type's. */
    String queue() default "";

    /** Lower runs first, -32768 to 32767. */
    int priority() default 0;

    /** See {@link NewTask#key}; the default is what the type takes of the payload, if it does, else none. */
    String key() default "";

    /** Several schedules of one handler, each with a name of its own. */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {

        /** The schedules. */
        Recurring[] value();
    }
}
