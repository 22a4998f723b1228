package io.github.rowmill.engine.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Durations as statements have them: seconds, as {@code make_interval(secs => ...)} takes and {@code extract(epoch from ...)} gives them. */
public final class Seconds {

    private static final double CENTURY = Duration.ofDays(36_500).toSeconds();

    private Seconds() {}

    /** A duration for a parameter. */
    public static double of(Duration time) {
        return time.toSeconds() + time.getNano() / 1e9;
    }

    /** The same of one that may be missing. */
    public static @Nullable Double ofNullable(@Nullable Duration time) {
        return time == null ? null : of(time);
    }

    /** A column; null if it is. */
    public static @Nullable Duration readOrNull(ResultSet row, String column) throws SQLException {
        double seconds = row.getDouble(column);
        return row.wasNull() ? null : duration(seconds);
    }

    /** A column that is never null. */
    public static Duration read(ResultSet row, String column) throws SQLException {
        return duration(row.getDouble(column));
    }

    /** A century at most: who adds to it or takes its nanoseconds need not think of overflow. */
    static Duration duration(double seconds) {
        return Duration.ofNanos((long) (Math.max(-CENTURY, Math.min(CENTURY, seconds)) * 1e9));
    }
}
