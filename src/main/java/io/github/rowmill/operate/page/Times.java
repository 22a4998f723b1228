package io.github.rowmill.operate.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formats moments for users.
 *
 * @param now the database's time when the page was made
 * @param zone the viewer's time zone
 */
public record Times(Instant now, ZoneId zone) {

    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);
    private static final DateTimeFormatter TODAY_BRIEFLY = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter THIS_YEAR = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter ANY = DateTimeFormatter.ofPattern("d MMM uuuu HH:mm", Locale.ENGLISH);

    /**
     * Formats a moment: {@code 03:12:08} if it is today, else {@code 18 Nov 14:20}, with the
     * year if it is another year.
     */
    public String at(Instant moment) {
        return at(moment, TODAY);
    }

    /** Formats a moment like {@link #at(Instant)}, but without seconds. */
    public String brief(Instant moment) {
        return at(moment, TODAY_BRIEFLY);
    }

    private String at(Instant moment, DateTimeFormatter ofToday) {
        ZonedDateTime then = moment.atZone(zone);
        ZonedDateTime today = now.atZone(zone);
        if (then.toLocalDate().equals(today.toLocalDate())) {
            return ofToday.format(then);
        }
        return then.getYear() == today.getYear() ? THIS_YEAR.format(then) : ANY.format(then);
    }

    /** Formats the time since or until a moment. Examples: {@code 11 min ago}, {@code in 19 h}. */
    public String ago(Instant moment) {
        Duration since = since(moment);
        return since.isNegative() ? "in " + Figures.rough(since.negated()) : Figures.rough(since) + " ago";
    }

    /** Returns how long ago a moment was; negative if it is in the future. */
    public Duration since(Instant moment) {
        return Duration.between(moment, now);
    }

    /** Formats the length of the time since or until a moment, by its two largest units. */
    public String length(Instant moment) {
        return Figures.duration(since(moment).abs());
    }
}
