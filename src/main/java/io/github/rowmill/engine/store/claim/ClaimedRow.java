package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.task.Carried;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Moments;
import io.github.rowmill.task.Position;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows that {@link Claims} returns. */
final class ClaimedRow {

    private ClaimedRow() {}

    static final String COLUMNS = """
            id, version, queue, type, details, attempts, max_attempts, crashes,
            cast(extract(epoch from timeout) as float8) as timeout,
            cast(extract(epoch from clock_timestamp()) - extract(epoch from greatest(run_at, created)) as float8) as waited,
            priority, run_at, tick, key, left(cast(context as text), 65537) as context, created,
            flow, watched
            """;

    static Claimed read(ResultSet row) throws SQLException {
        return new Claimed(
                new Lease(row.getLong("id"), row.getLong("version")),
                row.getString("queue"),
                row.getString("type"),
                row.getString("details"),
                row.getInt("attempts"),
                row.getInt("max_attempts"),
                row.getInt("crashes"),
                Seconds.readOrNull(row, "timeout"),
                Seconds.read(row, "waited"),
                tick(Instants.readOrNull(row, "tick")),
                row.getString("key"),
                carried(row),
                new Position(row.getInt("priority"), Moments.finite(Instants.read(row, "run_at")), row.getLong("id")),
                row.getObject("flow", Long.class),
                row.getBoolean("watched"));
    }

    /** Reads the result for a row that was just inserted: its id {@code made}, and the task if it was claimed. */
    static Inserts.Made readMade(ResultSet row) throws SQLException {
        long id = row.getLong("made");
        return new Inserts.Made(id, row.getLong("id") == id ? List.of(read(row)) : List.of());
    }

    /**
     * Longest context, in characters. Enqueues never write a longer one, and a longer one is not carried. The
     * statement reads one character more.
     */
    private static final int MAX_CONTEXT = 65_536;

    /**
     * Returns the context and the creation time, or null if there is no context or it is too long. A task without
     * a context does not need its creation time.
     */
    private static @Nullable Carried carried(ResultSet row) throws SQLException {
        String context = row.getString("context");
        return context == null || context.length() > MAX_CONTEXT
                ? null
                : new Carried(context, Moments.finite(Instants.read(row, "created")));
    }

    private static @Nullable Instant tick(@Nullable Instant moment) {
        return moment == null ? null : Moments.finite(moment);
    }
}
