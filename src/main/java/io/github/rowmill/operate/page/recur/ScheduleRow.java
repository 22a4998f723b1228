package io.github.rowmill.operate.page.recur;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.feature.schedule.Upcoming;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A schedule in the list of all.
 *
 * @param key the key of its tasks; null if they have none
 * @param words its timetable in words, with the zone of a cron expression; empty if it cannot be read
 * @param written the cron expression, or the interval
 * @param next its next tick; a dash if there is none
 * @param then the two ticks after the next
 * @param error why it was set aside; null if it was not
 */
public record ScheduleRow(
        String name,
        String type,
        String queue,
        @Nullable String key,
        String words,
        String written,
        String zone,
        Ruler ruler,
        String next,
        String then,
        String last,
        @Nullable Long lastTask,
        boolean paused,
        @Nullable String error) {

    private static final int FEW = 3;

    static ScheduleRow of(Upcoming upcoming, Times times) {
        Schedule schedule = upcoming.schedule();
        boolean isStill = schedule.paused() || upcoming.ticks().isEmpty();
        return new ScheduleRow(
                schedule.name(),
                schedule.type(),
                schedule.queue(),
                schedule.key(),
                words(upcoming),
                written(schedule),
                schedule.cron() == null ? "" : schedule.zone(),
                Ruler.of(schedule.paused() ? List.of() : upcoming.ticks(), upcoming.isBand(), times),
                isStill ? "–" : times.at(upcoming.ticks().get(0)),
                isStill
                        ? ""
                        : upcoming.ticks().stream()
                                .limit(FEW)
                                .skip(1)
                                .map(times::at)
                                .collect(Collectors.joining(", ")),
                schedule.lastTask() == null ? "–" : times.at(schedule.lastTick()),
                schedule.lastTask(),
                schedule.paused(),
                schedule.error());
    }

    private static String words(Upcoming upcoming) {
        Schedule schedule = upcoming.schedule();
        if (schedule.cron() == null) {
            return "every " + written(schedule);
        }
        return upcoming.words().isEmpty() ? "" : upcoming.words() + " in " + place(schedule.zone());
    }

    private static String written(Schedule schedule) {
        return schedule.every() == null ? String.valueOf(schedule.cron()) : Figures.duration(schedule.every());
    }

    /** Returns the last part of a zone's name, which usually is a city. */
    private static String place(String zone) {
        return zone.substring(zone.lastIndexOf('/') + 1).replace('_', ' ');
    }
}
