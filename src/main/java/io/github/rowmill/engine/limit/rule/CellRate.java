package io.github.rowmill.engine.limit.rule;

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
        double ahead = paidUntil == null || !paidUntil.isAfter(now)
                ? 0
                : Duration.between(now, paidUntil).toNanos() / cost();
        return (int) Math.max(0, Math.floor(burst - ahead + 1e-9));
    }

    /** Up to when all is paid for, once so many more have started. */
    public Instant paidUntil(Instant now, @Nullable Instant paidUntil, int more) {
        Instant from = paidUntil == null || paidUntil.isBefore(now) ? now : paidUntil;
        return from.plusNanos((long) Math.ceil(more * cost()));
    }

    /** When the next one may start. */
    public Instant next(Instant paidUntil) {
        return paidUntil.minusNanos((long) Math.floor((burst - 1) * cost()));
    }

    /** Nanoseconds. */
    private double cost() {
        return (double) period.toNanos() / starts;
    }
}
