package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A row that was set aside, as nobody can work with it: it is dead, and {@code error} has the reason. That it is refused
 * alone, for its values, is for the caller to see.
 */
public record Aside(long id, String queue, String type, int crashes, String why) {

    /** With this begins the error of a row that was set aside. */
    public static final String SIGN = "the row was set aside";

    // A row that has ended may hold what a live one may not. The greatest version has no successor.
    private static final String SET_ASIDE = """
            update rowmill_task
               set status = 'dead',
                   operator_id = null,
                   expiry = null,
                   error = ?,
                   finished = clock_timestamp(),
                   last_updated = clock_timestamp(),
                   version = least(version, 9223372036854775806) + 1
             where id = ?
               and (status in ('queued', 'waiting') or (status = 'executing' and expiry <= now()))
            returning queue, type, crashes
            """;

    /** Sets a row aside that is not executing, or executing and expired; empty: it is another's, or has ended. */
    public static Optional<Aside> set(Sql sql, long id, String why) throws SQLException {
        String error = SIGN + ", as it cannot be run: " + why;
        return sql.first(
                SET_ASIDE,
                row -> new Aside(id, row.getString("queue"), row.getString("type"), row.getInt("crashes"), why),
                error,
                id);
    }
}
