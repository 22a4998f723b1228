package io.github.rowmill.engine.recur;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.engine.recur.time.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When a schedule ticks next, for people.
 *
 * @param words what it says, as {@code every day at 03:00}; empty: it cannot be read
 * @param ticks the next few, and all within a day, as far as those are not very many
 */
public record Upcoming(Schedule schedule, String words, List<Instant> ticks) {

    private static final Duration DAY = Duration.ofDays(1);

    /** The least that is told, whenever they are. */
    private static final int FEW = 3;

    /** A tick each quarter of an hour; more are a band, and nobody tells them apart. */
    private static final int MANY = 97;

    /** Of a schedule, from a moment on. */
    public static Upcoming of(Schedule schedule, Instant now) {
        try {
            Timetable timetable = Turns.timetable(schedule);
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

    /** Whether they are too many to be told apart. */
    public boolean isBand() {
        return ticks.size() == MANY;
    }
}
