package io.github.rowmill.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Converts durations to and from seconds, as {@code make_interval(secs => ...)} takes and
 * {@code extract(epoch from ...)} returns them.
 */
public final class Seconds {

    private static final double CENTURY = Duration.ofDays(36_500).toSeconds();

    private Seconds() {}

    /** Returns a duration as a parameter. */
    public static double of(Duration time) {
        return time.toSeconds() + time.getNano() / 1e9;
    }

    /** Returns a duration as a parameter, or null if it is null. */
    public static @Nullable Double ofNullable(@Nullable Duration time) {
        return time == null ? null : of(time);
    }

    /** Reads a column, or returns null if it is null. */
    public static @Nullable Duration readOrNull(ResultSet row, String column) throws SQLException {
        double seconds = row.getDouble(column);
        return row.wasNull() ? null : duration(seconds);
    }

    /** Reads a column that is never null. */
    public static Duration read(ResultSet row, String column) throws SQLException {
        return duration(row.getDouble(column));
    }

    /**
     * Returns a duration of at most a century. So callers can add to it or take its nanoseconds without an
     * overflow.
     */
    static Duration duration(double seconds) {
        return Duration.ofNanos((long) (Math.max(-CENTURY, Math.min(CENTURY, seconds)) * 1e9));
    }
}
