package io.github.rowmill.operate.search;

import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.task.Moments;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time in a query, absolute or relative; exactly one component is not null.
 *
 * @param at the absolute time, in UTC and in microseconds as in the table
 * @param ago how long before the database's time of the search; negative if after it
 */
record Moment(@Nullable OffsetDateTime at, @Nullable Duration ago) {

    private static final Pattern RELATIVE = Pattern.compile("(in-)?([0-9]{1,9})([smhdw])(-ago)?");
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    /** Latest year, as for the times of the table. */
    private static final int MAX_YEAR = 9999;

    static Moment of(Value value) {
        Matcher relative = RELATIVE.matcher(value.text());
        if (relative.matches() && (relative.group(1) == null || relative.group(4) == null)) {
            return relative(relative, value);
        }
        try {
            OffsetDateTime written = DAY.matcher(value.text()).matches()
                    ? LocalDate.parse(value.text()).atStartOfDay().atOffset(ZoneOffset.UTC)
                    : OffsetDateTime.parse(value.text());
            OffsetDateTime moment =
                    written.withOffsetSameInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
            if (moment.getYear() >= 1 && moment.getYear() <= MAX_YEAR) {
                return new Moment(moment, null);
            }
        } catch (DateTimeException e) {
            // Refused below, like times out of range.
        }
        throw value.misread(
                "expected a day such as 2026-11-01, a moment such as 2026-11-01T08:00Z, or a time ago such as 15m");
    }

    private static Moment relative(Matcher text, Value value) {
        Duration time = unit(text.group(3)).multipliedBy(Long.parseLong(text.group(2)));
        if (time.compareTo(Moments.CENTURY) > 0) {
            throw value.misread("expected at most %s days".formatted(Moments.CENTURY.toDays()));
        }
        return new Moment(null, text.group(1) == null ? time : time.negated());
    }

    private static Duration unit(String letter) {
        return switch (letter) {
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            case "d" -> Duration.ofDays(1);
            default -> Duration.ofDays(7);
        };
    }

    /** Returns the condition with this time for each of its parameters. */
    Term term(Condition condition) {
        List<@Nullable Object> values = Arrays.asList(at, ago == null ? null : (double) ago.toSeconds());
        return Term.of(
                condition,
                Collections.nCopies(condition.parameters() / values.size(), values).stream()
                        .flatMap(List::stream)
                        .toArray());
    }
}
