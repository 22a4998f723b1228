package io.github.rowmill.engine.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Moments as SQL gives them; infinite ones are far off, and for the caller to bound. */
public final class Instants {

    private Instants() {}

    /** A column that is never null. */
    public static Instant read(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** A column; null if it is. */
    public static @Nullable Instant readOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
        return moment == null ? null : moment.toInstant();
    }
}
