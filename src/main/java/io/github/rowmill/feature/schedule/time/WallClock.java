package io.github.rowmill.feature.schedule.time;

import io.github.rowmill.api.ClockChange;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * Converts local times of a calendar to moments. Between two changes of the zone's clocks the offset is fixed, and
 * a local time is one moment. So the search goes from change to change. At each it decides how to treat the local
 * times that are skipped or repeated.
 */
final class WallClock implements Timetable {

    private final Cron calendar;
    private final ZoneRules zone;
    private final boolean once;

    WallClock(Cron calendar, ZoneRules zone, ClockChange rule) {
        this.calendar = calendar;
        this.zone = zone;
        this.once = rule == ClockChange.ONCE && !calendar.isEveryHour();
    }

    @Override
    public Optional<Instant> next(Instant after) {
        ZoneOffset offset = zone.getOffset(after);
        Optional<LocalDateTime> local = calendar.next(unrepeated(after, offset));
        Instant from = after;
        while (local.isPresent()) {
            Instant tick = local.get().toInstant(offset);
            ZoneOffsetTransition change = zone.nextTransition(from);
            if (change == null || tick.isBefore(change.getInstant())) {
                return Optional.of(tick);
            }
            if (once && change.isGap() && local.get().isBefore(change.getDateTimeAfter())) {
                return Optional.of(change.getInstant());
            }
            from = change.getInstant();
            offset = change.getOffsetAfter();
            local = calendar.next(justBefore(resumed(change)));
        }
        return Optional.empty();
    }

    /**
     * Returns the local time of a moment. If the moment lies in repeated hours that must not run again, returns
     * the last local time of the repetition.
     */
    private LocalDateTime unrepeated(Instant after, ZoneOffset offset) {
        LocalDateTime local = LocalDateTime.ofInstant(after.truncatedTo(ChronoUnit.SECONDS), offset);
        ZoneOffsetTransition change = zone.previousTransition(after.plusNanos(1));
        boolean repeated = once && change != null && change.isOverlap() && local.isBefore(change.getDateTimeBefore());
        return repeated ? justBefore(change.getDateTimeBefore()) : local;
    }

    /** Returns the first local time after a change that must be examined. */
    private LocalDateTime resumed(ZoneOffsetTransition change) {
        return once && change.isOverlap() ? change.getDateTimeBefore() : change.getDateTimeAfter();
    }

    /** Returns the preceding second, because cron expressions have a resolution of one second. */
    private static LocalDateTime justBefore(LocalDateTime local) {
        return local.minusSeconds(1);
    }
}
