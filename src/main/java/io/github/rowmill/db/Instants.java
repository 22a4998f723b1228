package io.github.rowmill.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Converts moments for SQL. An infinite one is read as a very distant moment, which the caller must bound. */
public final class Instants {

    /** End of the years that PostgreSQL reads as {@link Instant} writes them. */
    public static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    private Instants() {}

    /**
     * Returns the moment as text for a parameter, cut to the years that PostgreSQL reads, or null if it is null.
     */
    public static @Nullable String text(@Nullable Instant moment) {
        if (moment == null) {
            return null;
        }
        Instant late = moment.isBefore(FIRST) ? FIRST : moment;
        return late.isAfter(LAST) ? LAST.toString() : late.toString();
    }

    /** Reads a column that is never null. */
    public static Instant read(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** Reads a column, or returns null if it is null. */
    public static @Nullable Instant readOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
        return moment == null ? null : moment.toInstant();
    }
}
