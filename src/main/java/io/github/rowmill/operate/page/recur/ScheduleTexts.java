package io.github.rowmill.operate.page.recur;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.feature.schedule.Upcoming;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import io.quarkus.qute.TemplateExtension;
import java.util.List;
import java.util.stream.Collectors;

/** Formats schedules for templates. */
@TemplateExtension
public final class ScheduleTexts {

    private static final int FEW = 3;

    private ScheduleTexts() {}

    /** Returns the timetable in words, with the zone of a cron expression, or empty text if it cannot be read. */
    public static String timetable(Upcoming upcoming) {
        Schedule schedule = upcoming.schedule();
        if (schedule.cron() == null) {
            return "every " + written(schedule);
        }
        return upcoming.words().isEmpty() ? "" : upcoming.words() + " in " + place(schedule.zone());
    }

    /** Returns the last part of a zone's name, which usually is a city. */
    private static String place(String zone) {
        return zone.substring(zone.lastIndexOf('/') + 1).replace('_', ' ');
    }

    /** Returns the cron expression, or the interval. */
    public static String written(Schedule schedule) {
        return schedule.every() == null ? String.valueOf(schedule.cron()) : Figures.duration(schedule.every());
    }

    /** Returns the zone of a cron expression, or empty text for an interval. */
    public static String cronZone(Schedule schedule) {
        return schedule.cron() == null ? "" : schedule.zone();
    }

    public static Ruler ruler(Upcoming upcoming, Times times) {
        return Ruler.of(upcoming.schedule().paused() ? List.of() : upcoming.ticks(), upcoming.isBand(), times);
    }

    /** Returns the next tick, or a dash if there is none. */
    public static String next(Upcoming upcoming, Times times) {
        return isStill(upcoming) ? "–" : times.at(upcoming.ticks().get(0));
    }

    /** Returns the two ticks after the next. */
    public static String then(Upcoming upcoming, Times times) {
        return isStill(upcoming)
                ? ""
                : upcoming.ticks().stream().limit(FEW).skip(1).map(times::at).collect(Collectors.joining(", "));
    }

    private static boolean isStill(Upcoming upcoming) {
        return upcoming.schedule().paused() || upcoming.ticks().isEmpty();
    }

    public static String last(Schedule schedule, Times times) {
        return schedule.lastTask() == null ? "–" : times.at(schedule.lastTick());
    }
}
