package io.github.rowmill.feature.schedule.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.rowmill.api.ClockChange;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimetableTest {

    private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            1 0 * * *        | 2026-01-01T00:01 2026-01-02T00:01 2026-01-03T00:01
            @daily           | 2026-01-02T00:00 2026-01-03T00:00
            @hourly          | 2026-01-01T01:00 2026-01-01T02:00
            @weekly          | 2026-01-04T00:00 2026-01-11T00:00
            @monthly         | 2026-02-01T00:00 2026-03-01T00:00
            @yearly          | 2027-01-01T00:00 2028-01-01T00:00
            */20 * * * *     | 2026-01-01T00:20 2026-01-01T00:40 2026-01-01T01:00
            30 0 8 * * *     | 2026-01-01T08:00:30 2026-01-02T08:00:30
            */25 * * * * *   | 2026-01-01T00:00:25 2026-01-01T00:00:50 2026-01-01T00:01
            0 9 * * mon-fri  | 2026-01-01T09:00 2026-01-02T09:00 2026-01-05T09:00
            0 9 * * sun-tue  | 2026-01-04T09:00 2026-01-05T09:00 2026-01-06T09:00 2026-01-11T09:00
            0 9 * * fri-sun  | 2026-01-02T09:00 2026-01-03T09:00 2026-01-04T09:00 2026-01-09T09:00
            0 9 * * 5-7      | 2026-01-02T09:00 2026-01-03T09:00 2026-01-04T09:00 2026-01-09T09:00
            0 9 * * 0        | 2026-01-04T09:00 2026-01-11T09:00
            0 9 * * 7        | 2026-01-04T09:00 2026-01-11T09:00
            0 0 13 * 5       | 2026-01-02T00:00 2026-01-09T00:00 2026-01-13T00:00
            0 0 29 2 *       | 2028-02-29T00:00 2032-02-29T00:00
            0 0 31 * *       | 2026-01-31T00:00 2026-03-31T00:00 2026-05-31T00:00
            0 0 1 JAN,jul *  | 2026-07-01T00:00 2027-01-01T00:00
            5/30 0 * * *     | 2026-01-01T00:05 2026-01-01T00:35 2026-01-02T00:05
            """)
    void cronExpressionsTick(String expression, String ticks) {
        List<Instant> expected = Arrays.stream(ticks.split(" "))
                .map(text -> Instant.parse(text + (text.length() == 16 ? ":00Z" : "Z")))
                .toList();

        assertThat(cron(expression, "UTC", ClockChange.ONCE).from(NEW_YEAR).limit(expected.size()))
                .isEqualTo(expected);
    }

    /** In Turkish, the upper case of i is not I. */
    @ParameterizedTest
    @ValueSource(strings = {"tr", "az", "lt", "ar-EG-u-nu-arab"})
    void cronExpressionsMeanTheSameInAnyLocale(String locale) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            cronExpressionsTick("0 9 * * mon-fri", "2026-01-01T09:00 2026-01-02T09:00 2026-01-05T09:00");
            assertThat(Timetable.words("15 9 * * fri")).isEqualTo("at 09:15 on Friday");
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Covers clock changes of several zones, one of them by half an hour, with the ticks around each change. */
    @ParameterizedTest(name = "{0} {1} {2} after {3}")
    @CsvSource(delimiter = '|', textBlock = """
            30 2 * * *   | Europe/Berlin       | ONCE    | 2026-03-28T12:00Z | 2026-03-29T03:00+02:00 2026-03-30T02:30+02:00
            30 2 * * *   | Europe/Berlin       | LITERAL | 2026-03-28T12:00Z | 2026-03-30T02:30+02:00
            0 3 * * *    | Europe/Berlin       | ONCE    | 2026-03-28T12:00Z | 2026-03-29T03:00+02:00 2026-03-30T03:00+02:00
            0,30 2,3 * * * | Europe/Berlin     | ONCE    | 2026-03-28T12:00Z | 2026-03-29T03:00+02:00 2026-03-29T03:30+02:00 2026-03-30T02:00+02:00
            0 * * * *    | Europe/Berlin       | ONCE    | 2026-03-29T00:30Z | 2026-03-29T03:00+02:00 2026-03-29T04:00+02:00
            30 * * * *   | Europe/Berlin       | ONCE    | 2026-03-29T00:00Z | 2026-03-29T01:30+01:00 2026-03-29T03:30+02:00
            30 2 * * *   | Europe/Berlin       | ONCE    | 2026-10-24T12:00Z | 2026-10-25T02:30+02:00 2026-10-26T02:30+01:00
            30 2 * * *   | Europe/Berlin       | LITERAL | 2026-10-24T12:00Z | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-26T02:30+01:00
            30 2 * * *   | Europe/Berlin       | ONCE    | 2026-10-25T01:00Z | 2026-10-26T02:30+01:00
            0 3 * * *    | Europe/Berlin       | ONCE    | 2026-10-24T12:00Z | 2026-10-25T03:00+01:00 2026-10-26T03:00+01:00
            0 * * * *    | Europe/Berlin       | ONCE    | 2026-10-24T23:30Z | 2026-10-25T02:00+02:00 2026-10-25T02:00+01:00 2026-10-25T03:00+01:00
            1 0 * * *    | America/New_York    | ONCE    | 2026-03-07T12:00Z | 2026-03-08T00:01-05:00 2026-03-09T00:01-04:00
            15 2 * * *   | America/New_York    | ONCE    | 2026-03-07T12:00Z | 2026-03-08T03:00-04:00 2026-03-09T02:15-04:00
            15 2 * * *   | America/New_York    | LITERAL | 2026-03-07T12:00Z | 2026-03-09T02:15-04:00
            15 1 * * *   | America/New_York    | ONCE    | 2026-10-31T12:00Z | 2026-11-01T01:15-04:00 2026-11-02T01:15-05:00
            15 1 * * *   | America/New_York    | LITERAL | 2026-10-31T12:00Z | 2026-11-01T01:15-04:00 2026-11-01T01:15-05:00 2026-11-02T01:15-05:00
            */30 * * * * | America/New_York    | ONCE    | 2026-11-01T05:00Z | 2026-11-01T01:30-04:00 2026-11-01T01:00-05:00 2026-11-01T01:30-05:00 2026-11-01T02:00-05:00
            15 2 * * *   | Australia/Lord_Howe | ONCE    | 2026-10-03T10:00Z | 2026-10-04T02:30+11:00 2026-10-05T02:15+11:00
            45 1 * * *   | Australia/Lord_Howe | ONCE    | 2026-04-04T10:00Z | 2026-04-05T01:45+11:00 2026-04-06T01:45+10:30
            0 0 * * *    | Pacific/Apia        | ONCE    | 2011-12-29T20:00Z | 2011-12-31T00:00+14:00 2012-01-01T00:00+14:00
            0 0 * * *    | America/Santiago    | ONCE    | 2026-09-05T12:00Z | 2026-09-06T01:00-03:00 2026-09-07T00:00-03:00
            0 12 * * *   | Asia/Kolkata        | ONCE    | 2026-01-01T12:00Z | 2026-01-02T12:00+05:30
            """)
    void ticksFollowTheRuleForClockChanges(
            String expression, String zone, ClockChange rule, String after, String ticks) {
        List<Instant> expected = Arrays.stream(ticks.split(" "))
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .toList();

        assertThat(cron(expression, zone, rule)
                        .from(OffsetDateTime.parse(after).toInstant())
                        .limit(expected.size()))
                .isEqualTo(expected);
    }

    /** From each moment between two ticks, the next tick is the same, and it is never before that moment. */
    @ParameterizedTest
    @ValueSource(strings = {"30 2 * * *", "30 1 * * *", "*/15 * * * *", "0 */3 * * *"})
    void theNextTickIsTheSameFromEveryMomentBeforeIt(String expression) {
        for (String zone : List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe")) {
            for (ClockChange rule : ClockChange.values()) {
                Timetable ticks = cron(expression, zone, rule);
                Instant tick = Instant.parse("2026-10-24T00:00:00Z");
                while (tick.isBefore(Instant.parse("2026-11-03T00:00:00Z"))) {
                    Instant next = ticks.next(tick).orElseThrow();
                    assertThat(next).isAfter(tick);
                    for (Instant moment = tick; moment.isBefore(next); moment = moment.plus(Duration.ofMinutes(7))) {
                        assertThat(ticks.next(moment)).contains(next);
                    }
                    assertThat(ticks.next(next.minusNanos(1000))).contains(next);
                    tick = next;
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"* * * * * *", "1 0 * * *", "0 0 29 2 *", "0 0 * * mon"})
    void theLastTickBeforeAMomentIsFoundAmongMany(String expression) {
        Timetable ticks = cron(expression, "Europe/Berlin", ClockChange.ONCE);
        Instant first = ticks.next(NEW_YEAR).orElseThrow();
        Instant until = Instant.parse("2046-06-01T00:00:00.5Z");

        Instant last = ticks.last(first, until);

        assertThat(last).isBeforeOrEqualTo(until);
        assertThat(ticks.next(last).orElseThrow()).isAfter(until);
        assertThat(ticks.next(last.minusMillis(1))).contains(last);
        assertThat(ticks.last(first, first)).isEqualTo(first);
    }

    @Test
    void intervalsAreCountedFromTheirStart() {
        Timetable ticks = Timetable.every(Duration.ofMinutes(90), NEW_YEAR);

        assertThat(ticks.next(NEW_YEAR.minusSeconds(1))).contains(NEW_YEAR);
        assertThat(ticks.next(NEW_YEAR)).contains(NEW_YEAR.plusSeconds(5400));
        assertThat(ticks.next(NEW_YEAR.plusSeconds(5399))).contains(NEW_YEAR.plusSeconds(5400));
        assertThat(ticks.last(NEW_YEAR, NEW_YEAR.plusSeconds(100 * 5400 + 1))).isEqualTo(NEW_YEAR.plusSeconds(540_000));
    }

    @Test
    void noTickComesBeforeTheStartOrAfterTheEnd() {
        Timetable ticks = cron("@daily", "UTC", ClockChange.ONCE)
                .within(Instant.parse("2026-02-01T00:00:00Z"), Instant.parse("2026-02-03T00:00:00Z"));

        assertThat(ticks.from(NEW_YEAR))
                .containsExactly(
                        Instant.parse("2026-02-01T00:00:00Z"),
                        Instant.parse("2026-02-02T00:00:00Z"),
                        Instant.parse("2026-02-03T00:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 1 1 *", "0 0 29 2 *", "* * * * * *"})
    void theYear9999EndsAllTicks(String expression) {
        Timetable ticks =
                cron(expression, "Pacific/Kiritimati", ClockChange.ONCE).within(null, null);

        assertThat(ticks.from(Instant.parse("9999-12-31T23:59:58Z")).count()).isLessThan(2);
        assertThat(ticks.next(Instant.MAX)).isEmpty();
        assertThat(ticks.next(Instant.MIN)).isPresent();
        assertThat(Timetable.every(Duration.ofDays(36_500), NEW_YEAR)
                        .within(null, null)
                        .from(NEW_YEAR)
                        .count())
                .isEqualTo(79);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 30 2 *", "0 0 31 2,4,6,9,11 *", "* * 31 4 *", "59 59 23 31 feb *"})
    @Timeout(value = 5, unit = TimeUnit.SECONDS)
    void anExpressionWithoutTicksIsRecognizedQuickly(String expression) {
        assertThat(cron(expression, "America/New_York", ClockChange.ONCE).next(NEW_YEAR))
                .isEmpty();
    }

    static Stream<String> hostile() {
        return Stream.of(
                "",
                " ",
                "\t\n",
                "* * * *",
                "* * * * * * *",
                "@reboot",
                "@DAILY ; drop table rowmill_task",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "*/0 * * * *",
                "5-1 * * * *",
                "1-2-3 * * * *",
                ", * * * *",
                "1, * * * *",
                "*/ * * * *",
                "/5 * * * *",
                "-1 * * * *",
                "L * * * *",
                "0 0 L * *",
                "0 0 1W * *",
                "0 0 * * 1#2",
                "0 0 ? * *",
                "８ * * * *",
                "0 0 1 1 * 2020",
                "99999999999999999999 * * * *",
                "* * * foo *",
                "\u0000 * * * *",
                "*".repeat(10_000),
                "* ".repeat(10_000),
                "1,".repeat(5_000) + "1 * * * *",
                "*/".repeat(5_000) + " * * * *",
                "(".repeat(10_000),
                "\uD83D\uDE00 * * * *");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    @Timeout(value = 2, unit = TimeUnit.SECONDS)
    void anInvalidExpressionIsSoonRefusedWithAShortMessage(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cron(text, "UTC", ClockChange.ONCE))
                .satisfies(e -> assertThat(e.getMessage()).isNotBlank().hasSizeLessThan(700));
    }

    /**
     * Combines right and wrong pieces of expressions. Each text is soon refused with a reason, or read, even if it
     * never ticks.
     */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void anyTextIsRefusedOrReadInBoundedTime() {
        String[] pieces = {
            "*", "*", "*", "0", "2", "7", "29", "30", "31", "61", "1-5", "5-1", "*/7", "*/0", "3/2", "MON", "feb-APR",
            "foo", "1,2", "1,", "-", "L", "?"
        };
        Random random = new Random(20261122);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = Stream.generate(() -> pieces[random.nextInt(pieces.length)])
                    .limit(random.nextInt(10) == 0 ? 6 : 5)
                    .collect(Collectors.joining(" "));
            long begun = System.nanoTime();
            try {
                cron(text, "Europe/Berlin", ClockChange.ONCE).next(NEW_YEAR);
                read++;
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as(text).isNotBlank();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(text).isLessThan(Duration.ofSeconds(5));
        }
        assertThat(read).isGreaterThan(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Berlin", "Europe/Nowhere", "../../etc/passwd", "GMT+99"})
    void anInvalidTimeZoneIsRefused(String zone) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timetable.zone(zone))
                .withMessageContaining("time zone");
        assertThat(Timetable.zone("UTC").normalized()).isEqualTo(ZoneOffset.UTC);
    }

    private static Timetable cron(String expression, String zone, ClockChange rule) {
        return Timetable.cron(expression, ZoneId.of(zone), rule);
    }
}
