package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A row that was set aside because no node can process it. It is dead, and {@code error} contains the reason. The
 * caller must make sure that the database refuses this row alone, for its values.
 *
 * @param watched whether the end of the task is waited for
 */
public record UnrunnableRow(long id, String queue, String type, int crashes, boolean watched, String why) {

    /** Start of the error of a row that was set aside. */
    public static final String SIGN = "the row was set aside";

    // A row that has ended may have values that a live row may not have. The greatest version cannot be raised.
    private static final String SET_ASIDE = """
            update rowmill_task
               set status = 'dead',
                   operator_id = null,
                   expiry = null,
                   error = ?,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = least(version, 9223372036854775806) + 1,
                   watched = watched or flow is not null
             where id = ?
               and (status in ('queued', 'waiting') or (status = 'executing' and expiry <= now()))
            returning queue, type, crashes, watched
            """;

    /**
     * Sets a row aside that is not executing, or whose lease has expired. Returns empty if another node holds it,
     * or if it has ended.
     */
    public static Optional<UnrunnableRow> set(Sql sql, long id, String why) throws SQLException {
        String error = SIGN + ", as it cannot be run: " + why;
        return sql.first(
                SET_ASIDE,
                row -> new UnrunnableRow(
                        id,
                        row.getString("queue"),
                        row.getString("type"),
                        row.getInt("crashes"),
                        row.getBoolean("watched"),
                        why),
                error,
                id);
    }
}
