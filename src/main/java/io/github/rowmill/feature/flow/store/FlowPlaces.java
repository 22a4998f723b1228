package io.github.rowmill.feature.flow.store;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.JDBCType;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the place of tasks in flows. */
@ApplicationScoped
public class FlowPlaces {

    private final JoinedDatabase joined;
    private final Claimant claimant;

    FlowPlaces(JoinedDatabase joined, Claimant claimant) {
        this.joined = joined;
        this.claimant = claimant;
    }

    private static final String ADD = """
            select a.part, a.waits, a.refusal
              from rowmill_flow_add(?, ?, cast(? as bigint), cast(? as bigint), ?, ?) a
            """;

    /**
     * The place of a new task.
     *
     * @param part the number of the part; 0 if there is none
     * @param waits whether the part has not started
     * @param refusal the reason why no task may be added; null if one may
     */
    public record Place(int part, boolean waits, @Nullable String refusal) {}

    /**
     * The attempt that adds tasks.
     *
     * @param isEndedByTransaction whether the caller's transaction ends together with the attempt
     */
    public record Adder(Lease lease, boolean isEndedByTransaction) {}

    /**
     * Returns the place of new tasks of a part. Must be called before ids are given to them, in the same transaction.
     * May wait for a look, and keep looks from the flow until the transaction ends.
     *
     * @param by the attempt of this flow that adds them; null for others
     */
    @Transactional(TxType.MANDATORY)
    public Place place(long flow, String part, @Nullable Adder by) {
        return joined.statement(sql -> sql.first(
                        ADD,
                        row -> new Place(row.getInt("part"), row.getBoolean("waits"), row.getString("refusal")),
                        flow,
                        part,
                        by == null ? JDBCType.BIGINT : by.lease().id(),
                        by == null ? JDBCType.BIGINT : by.lease().version(),
                        claimant.name(),
                        by != null && !by.isEndedByTransaction()))
                .orElseThrow();
    }

    private static final String OF_TASK = """
            select p.flow, p.name
              from rowmill_task t
              join rowmill_part p
                on p.flow = t.flow
              join rowmill_part_task m
                on m.flow = p.flow
               and m.part = p.part
               and m.task = t.id
             where t.id = ?
            """;

    /** The part of a task. */
    public record OfTask(long flow, String part) {}

    /** Returns the part of a task; empty if it belongs to no flow. */
    public Optional<OfTask> ofTask(long id) {
        return joined.statement(sql -> ofTask(sql, id));
    }

    static Optional<OfTask> ofTask(Sql sql, long id) throws SQLException {
        return sql.first(OF_TASK, row -> new OfTask(row.getLong("flow"), row.getString("name")), id);
    }
}
