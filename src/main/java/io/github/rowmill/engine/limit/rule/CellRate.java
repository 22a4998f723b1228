package io.github.rowmill.engine.limit.rule;

import io.github.rowmill.engine.store.sql.Instants;
import io.github.rowmill.engine.store.sql.Seconds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * So many starts in a period, of which a burst may come at once: the generic cell rate algorithm (ITU-T I.371). All that is
 * remembered is up to when the starts so far are paid for; each costs its part of the period, and who is not further ahead
 * than a burst may start. In any span of time there are at most a burst more starts than it pays for.
 */
public record CellRate(int starts, Duration period, int burst) {

    /** The rate of these columns; empty: there is none. */
    static Optional<CellRate> read(ResultSet row, String name) throws SQLException {
        int starts = row.getInt(name);
        return starts == 0
                ? Optional.empty()
                : Optional.of(new CellRate(starts, Seconds.read(row, name + "_period"), row.getInt(name + "_burst")));
    }

    /** How many may start now. */
    public int allowed(Instant now, @Nullable Instant paidUntil) {
        return (int) Math.max(0, Math.floor(burst - ahead(now, paidUntil) / cost() + 1e-9));
    }

    /** Up to when all is paid for, once so many more have started. */
    public Instant paidUntil(Instant now, @Nullable Instant paidUntil, int more) {
        return after(now, ahead(now, paidUntil) + more * cost());
    }

    /** When the next one may start. */
    public Instant next(Instant paidUntil) {
        return paidUntil.minusSeconds((long) ((burst - 1) * cost())).minusNanos((long)
                ((burst - 1) * cost() % 1 * 1e9));
    }

    /** Returns the latest moment up to which starts can be paid for: a burst of them. */
    public Instant latest(Instant now) {
        return after(now, burst * cost());
    }

    /** Returns {@code paidUntil}, cut at {@link #latest}: what is later was written before the clock was set back. */
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

    /** Seconds: a burst may pay for more nanoseconds than a long holds. */
    private double cost() {
        return Seconds.of(period) / starts;
    }
}
