package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.ReadDatabase;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the steps and signals of a task for display, on the connections for reading. */
@Singleton
public class StepReader {

    private final ReadDatabase database;

    StepReader(ReadDatabase database) {
        this.database = database;
    }

    /**
     * A step, sleep or wait.
     *
     * @param kind the kind, as in {@link StepRow}
     * @param begun the time when its row was written
     * @param until the end of a sleep or a wait; null for other kinds
     * @param done the time when it was over; null if it is not
     * @param turns the number of committed turns of a loop; 0 for other kinds
     * @param flow the flow that the step has enqueued; null for other kinds
     * @param result the value as it is stored; null for none, or if it is too large
     * @param isLarge whether the value is too large to be shown
     */
    public record Step(
            String name,
            String kind,
            Instant begun,
            @Nullable Instant until,
            @Nullable Instant done,
            long turns,
            @Nullable Long flow,
            @Nullable String result,
            boolean isLarge) {

        private static Step read(ResultSet row) throws SQLException {
            return new Step(
                    row.getString("name"),
                    row.getString("kind"),
                    Instants.read(row, "begun"),
                    Instants.readOrNull(row, "until"),
                    Instants.readOrNull(row, "done"),
                    row.getLong("turns"),
                    row.getObject("flow", Long.class),
                    row.getString("result"),
                    row.getBoolean("is_large"));
        }
    }

    /**
     * A signal that no wait has taken.
     *
     * @param payload the payload as it is stored; null if it is too large
     */
    public record Signal(
            String name, Instant sent, @Nullable String payload) {

        private static Signal read(ResultSet row) throws SQLException {
            return new Signal(row.getString("name"), Instants.read(row, "sent"), row.getString("payload"));
        }
    }

    /**
     * The steps and signals of a task.
     *
     * @param steps the latest steps, the last one first
     * @param signals the oldest signals that no wait has taken, the first one first
     */
    public record Shown(List<Step> steps, List<Signal> signals) {}

    private static final String STEPS = """
            select s.name, s.kind, s.begun, s.until, s.done, coalesce(s.turn, 0) as turns, s.flow,
                   case when octet_length(cast(s.result as text)) <= ? then cast(s.result as text) end as result,
                   coalesce(octet_length(cast(s.result as text)), 0) > ? as is_large
              from rowmill_step s
             where s.task = ?
             order by s.begun desc, s.name desc
             limit ?
            """;

    private static final String SIGNALS = """
            select g.name, g.sent,
                   case when octet_length(cast(g.payload as text)) <= ? then cast(g.payload as text) end as payload
              from rowmill_signal g
             where g.task = ?
             order by g.id
             limit ?
            """;

    /**
     * Returns the steps and signals of a task, at most {@code limit} of each.
     *
     * @param maxBytes size up to which values are read
     */
    public Shown find(long task, int limit, int maxBytes) {
        return database.snapshot(sql -> new Shown(
                sql.all(STEPS, Step::read, maxBytes, maxBytes, task, limit),
                sql.all(SIGNALS, Signal::read, maxBytes, task, limit)));
    }
}
