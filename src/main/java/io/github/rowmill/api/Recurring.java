package io.github.rowmill.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a schedule of the handler's type, beside {@link Handles}: a row of {@code rowmill_schedule}, written
 * when a node starts. Each tick enqueues one task in the whole cluster. {@link TaskContext#scheduledFor()} returns
 * the tick.
 *
 * <p>Each text may be configuration, {@code ${reports.cron}} or {@code ${reports.cron:@daily}}. If {@code cron} or
 * {@code every} is {@code off}, this node does not declare the schedule, and does not pause it on other nodes.
 * Values set here can be overridden in configuration: {@code rowmill.schedules."NAME".cron}, {@code every},
 * {@code zone} and {@code enabled}.
 *
 * <p>A change made here changes the row at the next start, unless the schedule is pinned. If the annotation is
 * removed, that is reported, and the schedule goes on until {@link Schedules#delete}. Invalid settings prevent the
 * start.
 *
 * <p>Example: {@code @Recurring(cron = "1 0 * * *", zone = "Europe/Berlin")}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Recurring.Several.class)
public @interface Recurring {

    /** The schedule's name, 1 to 200 characters; the default is the type. */
    String name() default "";

    /** The cron expression, see {@link NewSchedule#cron}. Set either this or {@link #every()}. */
    String cron() default "";

    /** The interval, {@code 90s}, {@code 15m} or {@code PT15M}, see {@link NewSchedule#every}. */
    String every() default "";

    /** The time zone of the cron expression, such as {@code Europe/Berlin}. */
    String zone() default "UTC";

    /** The rule for changes of the zone's clocks. */
    ClockChange clockChange() default ClockChange.ONCE;

    /** The rule for missed ticks. */
    Missed missed() default Missed.ONE;

    /** The maximum age of a tick that {@link Missed#ALL} still runs. */
    String missedWithin() default "1d";

    /** The rule for a run that has not ended. */
    Overlap overlap() default Overlap.ALLOW;

    /** The maximum random delay of a task, {@code 5m}, see {@link NewSchedule#jitter}; the default is none. */
    String jitter() default "";

    /** The moment before which there is no tick, {@code 2027-01-01T00:00:00Z}; the default is none. */
    String starts() default "";

    /** The moment after which there is no tick; the default is none. */
    String ends() default "";

    /** The payload as JSON; the default is none. */
    String payload() default "";

    /** The queue; the default is the type's. */
    String queue() default "";

    /** The priority, -32768 to 32767; a lower one runs first. */
    int priority() default 0;

    /**
     * The key, see {@link NewTask#key}; if it is empty, the field that {@link Handles#key()} names is read from
     * the payload.
     */
    String key() default "";

    /** Container for several schedules of one handler, each with its own name. */
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Several {

        /** The schedules. */
        Recurring[] value();
    }
}
