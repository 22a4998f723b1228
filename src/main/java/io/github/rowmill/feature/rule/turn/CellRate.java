package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Seconds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A number of starts in a period, of which a burst may come at once: the generic cell rate algorithm (ITU-T
 * I.371). The only state is the time up to which the starts so far are paid for. Each start costs its part of the
 * period. A start is allowed while the paid time is no further ahead than a burst. In any span of time, there are
 * at most a burst more starts than the span pays for.
 */
public record CellRate(int starts, Duration period, int burst) {

    /** Returns the rate of these columns; empty if there is none. */
    static Optional<CellRate> read(ResultSet row, String name) throws SQLException {
        int starts = row.getInt(name);
        return starts == 0
                ? Optional.empty()
                : Optional.of(new CellRate(starts, Seconds.read(row, name + "_period"), row.getInt(name + "_burst")));
    }

    /** Returns how many starts are allowed now. */
    public int allowed(Instant now, @Nullable Instant paidUntil) {
        return (int) Math.max(0, Math.floor(burst - ahead(now, paidUntil) / cost() + 1e-9));
    }

    /** Returns the time up to which all starts are paid for, after {@code more} further starts. */
    public Instant paidUntil(Instant now, @Nullable Instant paidUntil, int more) {
        return after(now, ahead(now, paidUntil) + more * cost());
    }

    /** Returns the time from which the next start is allowed. */
    public Instant next(Instant paidUntil) {
        return paidUntil.minusSeconds((long) ((burst - 1) * cost())).minusNanos((long)
                ((burst - 1) * cost() % 1 * 1e9));
    }

    /** Returns the latest time up to which starts can be paid for: that of a burst. */
    public Instant latest(Instant now) {
        return after(now, burst * cost());
    }

    /**
     * Returns {@code paidUntil}, cut at {@link #latest}. A later time was written before the clock was set back.
     */
    public Instant sound(Instant now, Instant paidUntil) {
        Instant latest = latest(now);
        return paidUntil.isAfter(latest) ? latest : paidUntil;
    }

    private double ahead(Instant now, @Nullable Instant paidUntil) {
        return paidUntil == null || !paidUntil.isAfter(now)
                ? 0
                : Seconds.of(Duration.between(now, sound(now, paidUntil)));
    }

    private static Instant after(Instant now, double seconds) {
        Instant moment = now.plusSeconds((long) seconds).plusNanos((long) Math.ceil(seconds % 1 * 1e9));
        return moment.isAfter(Instants.LAST) ? Instants.LAST : moment;
    }

    /** Returns the cost of a start in seconds. Nanoseconds could exceed a long for a burst. */
    private double cost() {
        return Seconds.of(period) / starts;
    }
}
