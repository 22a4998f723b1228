package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A schedule to create, or the new state of an existing one. Immutable: each method returns a copy with one value
 * set. {@link Schedules} checks all values at once.
 *
 * <p>Example:
 * {@code NewSchedule.of("report-a7", NewTask.of("daily-report", account)).cron("1 0 * * *").zone(berlin)}.
 */
public final class NewSchedule {

    private final String name;
    private final NewTask task;
    private @Nullable String cron;
    private @Nullable Duration every;
    private String zone = "UTC";
    private ClockChange clockChange = ClockChange.ONCE;
    private Missed missed = Missed.ONE;
    private Duration missedWithin = Duration.ofDays(1);
    private Overlap overlap = Overlap.ALLOW;
    private Duration jitter = Duration.ZERO;
    private @Nullable Instant starts;
    private @Nullable Instant ends;

    private NewSchedule(String name, NewTask task) {
        this.name = name;
        this.task = task;
    }

    private NewSchedule(NewSchedule other) {
        this(other.name, other.task);
        cron = other.cron;
        every = other.every;
        zone = other.zone;
        clockChange = other.clockChange;
        missed = other.missed;
        missedWithin = other.missedWithin;
        overlap = other.overlap;
        jitter = other.jitter;
        starts = other.starts;
        ends = other.ends;
    }

    /**
     * Creates a schedule by its name, 1 to 200 characters, and the task it enqueues. The task's type, payload,
     * queue, priority, key and maximum attempts are used. Any other option of {@link NewTask} is refused.
     */
    public static NewSchedule of(String name, NewTask task) {
        return new NewSchedule(name, task);
    }

    private NewSchedule with(UnaryOperator<NewSchedule> set) {
        return set.apply(new NewSchedule(this));
    }

    /**
     * Ticks at times of day. The fields are minute, hour, day of month, month and day of week; with six fields,
     * seconds come first. A field is {@code *}, a number, a range {@code 1-5}, a step {@code *}{@code /15}, or a
     * list of these. Months and days of week may be names, {@code JAN} and {@code MON}; Sunday is 0 or 7. If day
     * of month and day of week are both given, a day that matches either ticks.
     *
     * <p>The whole expression may be {@code @yearly}, {@code @monthly}, {@code @weekly}, {@code @daily} or
     * {@code @hourly}. Replaces an interval.
     */
    public NewSchedule cron(String expression) {
        return with(copy -> {
            copy.cron = expression;
            copy.every = null;
            return copy;
        });
    }

    /**
     * Ticks at an interval of at least 1 s, counted from {@link #starts}, else from the creation of the schedule.
     * Replaces a cron expression.
     */
    public NewSchedule every(Duration interval) {
        return with(copy -> {
            copy.every = interval;
            copy.cron = null;
            return copy;
        });
    }

    /** Sets the time zone of the cron expression; the default is UTC. */
    public NewSchedule zone(ZoneId id) {
        return zone(id.getId());
    }

    /** Sets the time zone of the cron expression by its name, such as {@code Europe/Berlin}. */
    public NewSchedule zone(String id) {
        return with(copy -> {
            copy.zone = id;
            return copy;
        });
    }

    /** Sets the rule for changes of the zone's clocks; the default is {@link ClockChange#ONCE}. */
    public NewSchedule clockChange(ClockChange rule) {
        return with(copy -> {
            copy.clockChange = rule;
            return copy;
        });
    }

    /** Sets the rule for missed ticks; the default is {@link Missed#ONE}. */
    public NewSchedule missed(Missed rule) {
        return with(copy -> {
            copy.missed = rule;
            return copy;
        });
    }

    /** Sets the maximum age of a tick that {@link Missed#ALL} still runs; the default is a day. */
    public NewSchedule missedWithin(Duration time) {
        return with(copy -> {
            copy.missedWithin = time;
            return copy;
        });
    }

    /** Sets the rule for a run that has not ended; the default is {@link Overlap#ALLOW}. */
    public NewSchedule overlap(Overlap rule) {
        return with(copy -> {
            copy.overlap = rule;
            return copy;
        });
    }

    /**
     * Delays each task by a random time up to {@code most} after its tick, so that schedules do not run all at
     * once. The default is no delay.
     */
    public NewSchedule jitter(Duration most) {
        return with(copy -> {
            copy.jitter = most;
            return copy;
        });
    }

    /**
     * Sets the moment before which there is no tick. Ticks before the creation of the schedule are not made up
     * for.
     */
    public NewSchedule starts(Instant moment) {
        return with(copy -> {
            copy.starts = moment;
            return copy;
        });
    }

    /** Sets the moment after which there is no tick. */
    public NewSchedule ends(Instant moment) {
        return with(copy -> {
            copy.ends = moment;
            return copy;
        });
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the task to enqueue. */
    public NewTask task() {
        return task;
    }

    /** {@return the cron expression, or null for an interval} */
    public @Nullable String cron() {
        return cron;
    }

    /** {@return the interval, or null for a cron expression} */
    public @Nullable Duration every() {
        return every;
    }

    /** Returns the zone's name. */
    public String zone() {
        return zone;
    }

    /** Returns the rule for clock changes. */
    public ClockChange clockChange() {
        return clockChange;
    }

    /** Returns the rule for missed ticks. */
    public Missed missed() {
        return missed;
    }

    /** Returns the maximum age of a missed tick that still runs. */
    public Duration missedWithin() {
        return missedWithin;
    }

    /** Returns the rule for a run that has not ended. */
    public Overlap overlap() {
        return overlap;
    }

    /** Returns the maximum random delay of a task. */
    public Duration jitter() {
        return jitter;
    }

    /** {@return the moment before which there is no tick, or null for no bound} */
    public @Nullable Instant starts() {
        return starts;
    }

    /** {@return the moment after which there is no tick, or null for no bound} */
    public @Nullable Instant ends() {
        return ends;
    }
}
