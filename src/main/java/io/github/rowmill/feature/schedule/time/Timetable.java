package io.github.rowmill.feature.schedule.time;

import io.github.rowmill.api.ClockChange;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ticks of a schedule. */
public interface Timetable {

    /**
     * Start of the range of moments that the database, Java and JSON all support. There are no ticks outside the
     * range.
     */
    Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    /** End of the range of moments that the database, Java and JSON all support. */
    Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    /** Returns the first tick after a moment, or empty if there is none. */
    Optional<Instant> next(Instant after);

    /**
     * Returns ticks by a cron expression.
     *
     * @throws IllegalArgumentException the expression is invalid; the message is the rest of a sentence about it
     */
    static Timetable cron(String expression, ZoneId zone, ClockChange rule) {
        return new WallClock(Cron.of(expression), zone.getRules(), rule);
    }

    /**
     * Returns a cron expression in English, such as {@code at 03:00}.
     *
     * @throws IllegalArgumentException the expression is invalid; the message is the rest of a sentence about it
     */
    static String words(String expression) {
        return Cron.of(expression).words();
    }

    /** Returns ticks at an interval, the first at {@code base}. */
    static Timetable every(Duration interval, Instant base) {
        return after -> {
            long passed =
                    after.isBefore(base) ? 0 : Duration.between(base, after).dividedBy(interval) + 1;
            return Optional.of(base.plus(interval.multipliedBy(passed)));
        };
    }

    /**
     * Returns a time zone by its name.
     *
     * @throws IllegalArgumentException the zone is unknown; the message is the rest of a sentence about it
     */
    static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "must be a time zone such as Europe/Berlin, was '%s'".formatted(name), e);
        }
    }

    /** Returns these ticks without the ones before {@code starts} or after {@code ends}. */
    default Timetable within(@Nullable Instant starts, @Nullable Instant ends) {
        Instant from = starts == null || starts.isBefore(FIRST) ? FIRST : starts;
        Instant to = ends == null || ends.isAfter(LAST) ? LAST : ends;
        return after -> after.isAfter(to) || from.isAfter(to)
                ? Optional.empty()
                : next(after.isBefore(from) ? from.minusNanos(1) : after).filter(tick -> !tick.isAfter(to));
    }

    /**
     * Returns the last tick that is not after {@code until}. The search halves the interval, so it computes about
     * sixty ticks, however many there are.
     *
     * @param known a tick that is not after {@code until}
     */
    default Instant last(Instant known, Instant until) {
        Instant tick = known;
        Instant noneAfter = until;
        while (Duration.between(tick, noneAfter).toMillis() > 0) {
            Instant middle = tick.plus(Duration.between(tick, noneAfter).dividedBy(2));
            Optional<Instant> found = next(middle).filter(next -> !next.isAfter(until));
            if (found.isPresent()) {
                tick = found.get();
            } else {
                noneAfter = middle;
            }
        }
        return tick;
    }

    /** Returns the ticks after a moment, in order. */
    default Stream<Instant> from(Instant after) {
        return Stream.iterate(next(after), Optional::isPresent, tick -> tick.flatMap(this::next))
                .map(Optional::orElseThrow);
    }
}
