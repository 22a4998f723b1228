package io.github.rowmill.feature.flow.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A row of the result of a look.
 *
 * @param name a queue, a part, a state or a number; null for none
 */
public record Finding(What what, long flow, @Nullable String name) {

    /** A kind of finding. */
    public enum What {
        /** Tasks of a part were queued; the name is their queue. */
        QUEUED,
        /** A due task was marked, so a claim may have passed over it; the name is its queue. */
        MARKED,
        /** A part is held now; the name is the part. */
        HELD,
        /** The flow has ended. */
        ENDED,
        /** A lock of another transaction, or the number of tasks, left something to do. */
        AGAIN,
        /** Tasks were retried; the name is their number. */
        RETRIED,
        /** The part is not held; the name is its state. */
        REFUSED
    }

    static Finding read(ResultSet row) throws SQLException {
        return new Finding(
                What.valueOf(row.getString("what").toUpperCase(Locale.ROOT)),
                row.getLong("flow"),
                row.getString("name"));
    }

    /** Returns the name of a finding that has one. */
    public String nameOrEmpty() {
        return name == null ? "" : name;
    }
}
