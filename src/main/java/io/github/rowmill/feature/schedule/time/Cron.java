package io.github.rowmill.feature.schedule.time;

import com.cronutils.descriptor.CronDescriptor;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A cron expression of five fields, or of six fields starting with seconds, as a calendar of local times. Clock
 * changes are handled elsewhere: the cron library only computes in UTC, where no time is skipped or repeated.
 */
final class Cron {

    /** Largest length of an expression. The table has the same bound, and useful expressions are shorter. */
    private static final int MAX_LENGTH = 200;

    private static final Map<String, String> NAMES = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    /** Syntax of a field. The library alone accepts more than it should, such as digits of any script. */
    private static final Pattern FIELD = Pattern.compile(
            "ITEM(,ITEM)*".replace("ITEM", "([*]|([0-9]{1,2}|[A-Za-z]{3})(-([0-9]{1,2}|[A-Za-z]{3}))?)(/[0-9]{1,2})?"));

    /** A digit of any script, because the library writes times of day with the digits of the JVM's locale. */
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");

    private static final int FIELDS = 5;

    private static final int HOURS = 2;

    private static final CronDefinition DEFINITION = CronDefinitionBuilder.defineCron()
            .withSeconds()
            .withStrictRange()
            .and()
            .withMinutes()
            .withStrictRange()
            .and()
            .withHours()
            .withStrictRange()
            .and()
            .withDayOfMonth()
            .withStrictRange()
            .and()
            .withMonth()
            .withStrictRange()
            .and()
            .withDayOfWeek()
            .withValidRange(0, 7)
            .withMondayDoWValue(1)
            .withIntMapping(7, 0)
            .withStrictRange()
            .and()
            .instance();

    private final com.cronutils.model.Cron parsed;
    private final ExecutionTime times;
    private final boolean everyHour;

    private Cron(com.cronutils.model.Cron parsed, boolean everyHour) {
        this.parsed = parsed;
        this.times = ExecutionTime.forCron(parsed);
        this.everyHour = everyHour;
    }

    /**
     * Reads an expression, in a time that its length bounds.
     *
     * @throws IllegalArgumentException the expression is invalid; the message is the rest of a sentence about it
     */
    static Cron of(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "must have at most %s characters, has %s".formatted(MAX_LENGTH, text.length()));
        }
        String[] fields = NAMES.getOrDefault(text.strip(), text).strip().split("[ \t]+");
        if (fields.length < FIELDS || fields.length > FIELDS + 1) {
            throw new IllegalArgumentException(
                    "must be minute, hour, day of month, month and day of week, these with seconds before them, or one of %s, was '%s'"
                            .formatted(NAMES.keySet().stream().sorted().toList(), text));
        }
        for (String field : fields) {
            if (!FIELD.matcher(field).matches()) {
                throw new IllegalArgumentException(
                        "has the field '%s', which is not *, a number, a name, a range, a step or a list of these"
                                .formatted(field));
            }
        }
        String six = (fields.length == FIELDS ? "0 " : "") + String.join(" ", fields);
        // The text is passed in capitals, because the library changes the case by the JVM's locale. In a Turkish
        // locale, i would not become I. The library counts SUN as the last day of the week, though 0 is the first.
        String capitals = six.toUpperCase(Locale.ROOT).replace("SUN-", "0-");
        return new Cron(new CronParser(DEFINITION).parse(capitals), six.split(" ")[HOURS].equals("*"));
    }

    /** Returns whether the hours field is {@code *}, so that the expression names no time of day. */
    boolean isEveryHour() {
        return everyHour;
    }

    /** Returns the expression in English. */
    String words() {
        String words =
                CronDescriptor.instance(Locale.ENGLISH).describe(parsed).replaceAll("\\bat (\\w+day) day\\b", "on $1");
        return DIGIT.matcher(words).replaceAll(digit -> ascii(digit.group()));
    }

    private static String ascii(String digit) {
        return Integer.toString(Character.digit(digit.codePointAt(0), 10));
    }

    /** Returns the first matching local time after another, or empty if there is none. */
    Optional<LocalDateTime> next(LocalDateTime after) {
        return times.nextExecution(after.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
    }
}
