package io.github.rowmill.feature.unique;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A task that holds a unique key.
 *
 * @param isUntouched whether it is queued and was never started, so that it may be changed
 * @param isOver whether its hold on the key has expired: it ended long enough ago, or can never start
 */
record Holder(long id, boolean isUntouched, boolean isOver) {

    static Holder read(ResultSet row) throws SQLException {
        return new Holder(row.getLong("id"), row.getBoolean("is_untouched"), row.getBoolean("is_over"));
    }
}
