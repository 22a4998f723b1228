package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.feature.schedule.time.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The next ticks of a schedule, for display.
 *
 * @param words the cron expression in words, such as {@code every day at 03:00}; empty if it cannot be read or
 *     there is none
 * @param ticks the next ticks: at least the next few, and all within a day up to a limit
 */
public record Upcoming(Schedule schedule, String words, List<Instant> ticks) {

    private static final Duration DAY = Duration.ofDays(1);

    /** Least number of ticks, even if they are more than a day away. */
    private static final int FEW = 3;

    /**
     * Largest number of ticks: one each quarter of an hour for a day. With more, single ticks cannot be
     * distinguished.
     */
    private static final int MANY = 97;

    /** Returns the next ticks of a schedule after a moment. */
    public static Upcoming of(Schedule schedule, Instant now) {
        try {
            Timetable timetable = TickDecisions.timetable(schedule);
            return new Upcoming(schedule, words(schedule), ticks(timetable, now));
        } catch (IllegalArgumentException e) {
            return new Upcoming(schedule, "", List.of());
        }
    }

    private static List<Instant> ticks(Timetable timetable, Instant now) {
        List<Instant> few = timetable.from(now).limit(FEW).toList();
        List<Instant> day = timetable
                .from(now)
                .takeWhile(tick -> !tick.isAfter(now.plus(DAY)))
                .limit(MANY)
                .toList();
        return day.size() < few.size() ? few : day;
    }

    private static String words(Schedule schedule) {
        return Optional.ofNullable(schedule.cron()).map(Timetable::words).orElse("");
    }

    /** Returns whether the ticks are too many to be shown one by one. */
    public boolean isBand() {
        return ticks.size() == MANY;
    }
}
