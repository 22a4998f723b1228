package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.Missed;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.schedule.store.DueSchedule;
import io.github.rowmill.feature.schedule.store.TickDecision;
import io.github.rowmill.feature.schedule.store.UnreadableRule;
import io.github.rowmill.feature.schedule.time.Timetable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides what happens to a schedule that is due. It handles one tick at a time, so that a schedule with many
 * missed ticks does not block the others.
 */
final class TickDecisions {

    /** Delay after which a tick counts as missed. It is long enough for a restart of a node or a failed round. */
    static final Duration LATE = Duration.ofMinutes(1);

    /** Pause between two checks whether the last run has ended. */
    private static final Duration WAIT = Duration.ofSeconds(1);

    private TickDecisions() {}

    /**
     * Returns the ticks of a schedule.
     *
     * @throws IllegalArgumentException the row has an invalid cron expression or zone
     */
    static Timetable timetable(Schedule schedule) {
        String cron = schedule.cron();
        Instant starts = schedule.starts();
        Timetable ticks = cron == null
                ? Timetable.every(
                        Objects.requireNonNull(schedule.every()), starts == null ? schedule.created() : starts)
                : Timetable.cron(cron, Timetable.zone(schedule.zone()), schedule.clockChange());
        return ticks.within(starts, schedule.ends());
    }

    /**
     * Decides what happens to a schedule.
     *
     * @throws IllegalArgumentException no node can handle the row; the message gives the reason
     * @throws UnreadableRule this node cannot read the rule of the ticks
     */
    static TickDecision of(DueSchedule due) {
        Schedule schedule = due.schedule();
        if (schedule.payload() == null) {
            throw new IllegalArgumentException("details has more than 1 MB");
        }
        Timetable ticks = readable(schedule);
        Optional<Instant> first = ticks.next(schedule.lastTick());
        if (first.isEmpty() || first.get().isAfter(due.now())) {
            return new TickDecision(null, schedule.lastTick(), first.orElse(null), List.of());
        }
        Optional<Instant> chosen = choose(schedule, ticks, first.get(), due.now());
        List<TaskEvent.TickSkipped> missed = chosen.equals(first)
                ? List.of()
                : List.of(new TaskEvent.TickSkipped(schedule.name(), first.get(), true));
        return chosen.isPresent()
                ? take(due, ticks, chosen.get(), missed)
                : new TickDecision(null, due.now(), ticks.next(due.now()).orElse(null), missed);
    }

    private static Timetable readable(Schedule schedule) {
        try {
            return timetable(schedule);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRule(e);
        }
    }

    private static TickDecision take(
            DueSchedule due, Timetable ticks, Instant tick, List<TaskEvent.TickSkipped> missed) {
        Schedule schedule = due.schedule();
        Instant next = ticks.next(tick).orElse(null);
        if (!due.running()) {
            return new TickDecision(tick, tick, next, missed);
        }
        return schedule.overlap() == Overlap.WAIT
                ? new TickDecision(null, schedule.lastTick(), due.now().plus(WAIT), List.of())
                : new TickDecision(null, tick, next, List.of(new TaskEvent.TickSkipped(schedule.name(), tick, false)));
    }

    /** Returns the tick to make a task of, or empty if all were missed. */
    private static Optional<Instant> choose(Schedule schedule, Timetable ticks, Instant first, Instant now) {
        if (!first.isBefore(now.minus(LATE))) {
            return Optional.of(first);
        }
        if (schedule.missed() == Missed.ONE) {
            return Optional.of(ticks.last(first, now));
        }
        Duration within = schedule.missed() == Missed.ALL ? schedule.missedWithin() : LATE;
        Instant oldest = now.minus(within);
        return (first.isBefore(oldest) ? ticks.next(oldest.minusNanos(1)) : Optional.of(first))
                .filter(tick -> !tick.isAfter(now));
    }
}
