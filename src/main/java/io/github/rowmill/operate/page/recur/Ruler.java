package io.github.rowmill.operate.page.recur;

import io.github.rowmill.operate.page.Times;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The next 24 hours from left to right, in percent.
 *
 * @param ticks the places of the ticks
 * @param isBand whether the ticks are so many that they touch
 */
public record Ruler(List<String> ticks, boolean isBand) {

    private static final Duration DAY = Duration.ofDays(1);
    private static final int HOURS_PER_LABEL = 2;
    private static final int HOURS_PER_LINE = 6;
    private static final int LABELS = 12;

    /**
     * An hour of the day in the head.
     *
     * @param isTight whether its label is hidden if there is no room
     */
    public record Hour(String x, String text, boolean isTight, boolean isLine) {}

    static Ruler of(List<Instant> ticks, boolean isBand, Times times) {
        Instant end = times.now().plus(DAY);
        return new Ruler(
                isBand
                        ? List.of()
                        : ticks.stream()
                                .filter(tick -> !tick.isAfter(end))
                                .map(tick -> x(tick, times.now()))
                                .toList(),
                isBand);
    }

    /** Returns the even hours of the next day, in the viewer's time zone. */
    static List<Hour> hours(Times times) {
        ZonedDateTime now = times.now().atZone(times.zone()).truncatedTo(ChronoUnit.HOURS);
        ZonedDateTime first = now.plusHours(HOURS_PER_LABEL - now.getHour() % HOURS_PER_LABEL);
        return Stream.iterate(first, hour -> hour.plusHours(HOURS_PER_LABEL))
                .limit(LABELS)
                .map(hour -> new Hour(
                        x(hour.toInstant(), times.now()),
                        String.format(Locale.ROOT, "%02d", hour.getHour()),
                        hour.getHour() % (2 * HOURS_PER_LABEL) != 0,
                        hour.getHour() % HOURS_PER_LINE == 0))
                .toList();
    }

    private static String x(Instant moment, Instant now) {
        return BigDecimal.valueOf(Duration.between(now, moment).toMillis())
                .multiply(BigDecimal.valueOf(100))
                .divide(BigDecimal.valueOf(DAY.toMillis()), 1, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
