package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A schedule to create, or what an existing one is to be. Immutable: each method returns a copy with one thing set.
 *
 * <p>Example: {@code NewSchedule.of("report-a7", NewTask.of("daily-report", account)).cron("1 0 * * *").zone(berlin)}. All
 * is checked by {@link Schedules}, at once.
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
     * A schedule by its name, 1 to 200 characters, and what it enqueues: type, payload, queue, priority, key and most
     * attempts of the task. What else a {@link NewTask} may have, a schedule's may not, and is refused.
     */
    public static NewSchedule of(String name, NewTask task) {
        return new NewSchedule(name, task);
    }

    private NewSchedule with(UnaryOperator<NewSchedule> set) {
        return set.apply(new NewSchedule(this));
    }

    /**
     * Ticks at times of day: minute, hour, day of month, month and day of week, with seconds before them if there are six
     * fields. Each is {@code *}, numbers, {@code 1-5}, {@code *}{@code /15}, or a list of these; months and days of week may be
     * {@code JAN} and {@code MON}, Sunday is 0 or 7. If day of month and day of week are both given, either will do. In
     * the place of it all {@code @yearly}, {@code @monthly}, {@code @weekly}, {@code @daily} or {@code @hourly}. Takes the
     * place of an interval.
     */
    public NewSchedule cron(String expression) {
        return with(copy -> {
            copy.cron = expression;
            copy.every = null;
            return copy;
        });
    }

    /** Ticks at an interval of at least 1 s, counted from {@link #starts}, else from when the schedule was created. Takes the place of a cron expression. */
    public NewSchedule every(Duration interval) {
        return with(copy -> {
            copy.every = interval;
            copy.cron = null;
            return copy;
        });
    }

    /** The time zone of the cron expression; the default is UTC. */
    public NewSchedule zone(ZoneId id) {
        return zone(id.getId());
    }

    /** The same by its name, {@code Europe/Berlin}. */
    public NewSchedule zone(String id) {
        return with(copy -> {
            copy.zone = id;
            return copy;
        });
    }

    /** What happens where the zone's clocks are changed; the default is {@link ClockChange#ONCE}. */
    public NewSchedule clockChange(ClockChange rule) {
        return with(copy -> {
            copy.clockChange = rule;
            return copy;
        });
    }

    /** What becomes of ticks that were missed; the default is {@link Missed#ONE}. */
    public NewSchedule missed(Missed rule) {
        return with(copy -> {
            copy.missed = rule;
            return copy;
        });
    }

    /** Of {@link Missed#ALL}, how late a tick may be run; the default is a day. */
    public NewSchedule missedWithin(Duration time) {
        return with(copy -> {
            copy.missedWithin = time;
            return copy;
        });
    }

    /** What happens if a run has not ended; the default is {@link Overlap#ALLOW}. */
    public NewSchedule overlap(Overlap rule) {
        return with(copy -> {
            copy.overlap = rule;
            return copy;
        });
    }

    /** Each task is due at random within this time after its tick, so that many schedules do not run at once; the default is none. */
    public NewSchedule jitter(Duration most) {
        return with(copy -> {
            copy.jitter = most;
            return copy;
        });
    }

    /** No tick before this moment; ticks before the schedule was created are not made up for. */
    public NewSchedule starts(Instant moment) {
        return with(copy -> {
            copy.starts = moment;
            return copy;
        });
    }

    /** No tick after this moment. */
    public NewSchedule ends(Instant moment) {
        return with(copy -> {
            copy.ends = moment;
            return copy;
        });
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** What is enqueued. */
    public NewTask task() {
        return task;
    }

    /** The cron expression; null: an interval. */
    public @Nullable String cron() {
        return cron;
    }

    /** The interval; null: a cron expression. */
    public @Nullable Duration every() {
        return every;
    }

    /** The zone. */
    public String zone() {
        return zone;
    }

    /** The rule for clock changes. */
    public ClockChange clockChange() {
        return clockChange;
    }

    /** The rule for missed ticks. */
    public Missed missed() {
        return missed;
    }

    /** How late a tick may be run. */
    public Duration missedWithin() {
        return missedWithin;
    }

    /** The rule for a run that has not ended. */
    public Overlap overlap() {
        return overlap;
    }

    /** The most that a task is put off. */
    public Duration jitter() {
        return jitter;
    }

    /** No tick before; null: no bound. */
    public @Nullable Instant starts() {
        return starts;
    }

    /** No tick after; null: no bound. */
    public @Nullable Instant ends() {
        return ends;
    }
}
